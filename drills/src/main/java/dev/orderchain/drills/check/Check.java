package dev.orderchain.drills.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.check.fact.Progress;
import dev.orderchain.drills.check.sql.Snapshot.Source;
import dev.orderchain.drills.check.sql.SqlFacts;
import dev.orderchain.drills.check.sql.SqlFacts.Margins;
import dev.orderchain.drills.check.sql.SqlFacts.Sources;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares the databases and the provider's ledger. Reads only, as whoever can do no more. */
@Command(
    name = "check",
    description = {
      "Compares the order database with the notification database and with the payment provider's",
      "ledger, and prints what does not match, as name=count, a line for each kind. Work that is",
      "younger than --settle is no error, nor is what waits for a person."
    },
    footer = {
      "",
      "Exit status: 0 all zero, 1 something is not, 2 the check could not be run, or not all of it:",
      "  without the provider the money is not checked.",
      "",
      "Environment: KEYS (folder with auditor.password, default .local/keys),",
      "  ORDER_DB (default 127.0.0.1:13306), NOTIFICATION_DB (default 127.0.0.1:13307),",
      "  PAYMENT_PROVIDER (default 127.0.0.1:8090)."
    },
    mixinStandardHelpOptions = true)
public final class Check implements Callable<Integer> {
  private static final Duration LONGEST_SETTLE = Duration.ofDays(1);

  @Spec private CommandSpec spec;

  @Option(
      names = "--on",
      paramLabel = "WHERE",
      defaultValue = "local",
      description =
          "Which chain: local (default) or compose. scripts/check sees to it: there the check runs"
              + " in a container.")
  private Where on;

  @Option(
      names = "--settle",
      paramLabel = "SPAN",
      defaultValue = "15s",
      description =
          "How long work may be in flight (500ms, 5s, 2m); default ${DEFAULT-VALUE}, because what a "
              + "dead relay held is taken over when its lease of 10 s is over.")
  private Duration settle;

  @Option(
      names = "--inbox-kept",
      paramLabel = "SPAN",
      defaultValue = "7d",
      description =
          "How long an effect needs its inbox row: as long as the topic can deliver its event again; "
              + "default ${DEFAULT-VALUE}, the topic's retention.")
  private Duration inboxKept;

  @Option(
      names = "--outbox-kept",
      paramLabel = "SPAN",
      defaultValue = "7d",
      description =
          "How long a change of a price needs its outbox row: as long as order-service keeps what is "
              + "SENT; default ${DEFAULT-VALUE}, as order.outbox.sent-retention has it.")
  private Duration outboxKept;

  @Option(
      names = "--provider",
      paramLabel = "URL",
      description = "Where the payment provider is; default http:// and PAYMENT_PROVIDER.")
  private URI provider;

  @Option(names = "--json", description = "Print JSON in place of the lines.")
  private boolean json;

  @Option(names = "--verbose", description = "List the first offenders of each kind.")
  private boolean verbose;

  private enum Where {
    LOCAL,
    COMPOSE
  }

  private final Map<String, String> environment;

  public Check(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (settle.compareTo(LONGEST_SETTLE) > 0) {
      throw new ParameterException(spec.commandLine(), "--settle is at most 24h");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    Progress progress = new Progress(err);
    Sources sources = new Sources(orderDb(), notificationDb(), provider());
    try (SqlFacts facts =
        SqlFacts.open(sources, new Margins(settle, inboxKept, outboxKept), progress)) {
      Report report = Report.of(facts, settle, progress);
      if (json) out.println(json(report));
      else out.print(report.lines());
      if (verbose && !json) out.print(report.offenders());
      out.flush();
      if (report.unread() != null) err.println("check: money not checked: " + report.unread());
      return report.status();
    }
  }

  private URI provider() {
    if (provider == null) {
      return URI.create("http://" + environment.getOrDefault("PAYMENT_PROVIDER", "127.0.0.1:8090"));
    }
    if (!"http".equals(provider.getScheme()) && !"https".equals(provider.getScheme())) {
      throw new ParameterException(spec.commandLine(), "--provider wants http://HOST:PORT");
    }
    return provider;
  }

  private Source orderDb() {
    return source("order", "ORDER_DB", "127.0.0.1:13306", "orders");
  }

  private Source notificationDb() {
    return source("notification", "NOTIFICATION_DB", "127.0.0.1:13307", "notifications");
  }

  private Source source(String name, String variable, String address, String schema) {
    return new Source(
        name, environment.getOrDefault(variable, address), schema, "auditor", password());
  }

  private String password() {
    Path file = Path.of(environment.getOrDefault("KEYS", ".local/keys"), "auditor.password");
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new CannotRun("cannot read " + file + "; is the chain up?", e);
    }
  }

  private static String json(Report report) {
    try {
      return new ObjectMapper().writeValueAsString(report.asJson());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
