package dev.orderchain.drills.check;

import dev.orderchain.drills.Schemas;
import dev.orderchain.drills.check.fact.Facts;
import dev.orderchain.drills.check.fact.Progress;
import dev.orderchain.drills.check.invariant.Invariant;
import dev.orderchain.drills.check.sql.Snapshot.Source;
import dev.orderchain.drills.check.sql.SqlFacts;
import dev.orderchain.drills.check.sql.SqlFacts.Margins;
import dev.orderchain.drills.check.sql.SqlFacts.Sources;
import dev.orderchain.drills.command.Drills;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.MySqlServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Two real databases with the services' tables, a provider, and the check on them. */
final class Scene implements AutoCloseable {
  private final Chain chain;
  private final Rows rows;
  private final FakeProvider provider;

  private Scene(Chain chain) throws SQLException, IOException {
    this.chain = chain;
    rows = new Rows(chain);
    provider = new FakeProvider();
  }

  static Scene in(Path folder) throws SQLException, IOException {
    Chain chain = Chain.in(folder);
    chain.start(List.of(chain.orderDb(), chain.notificationDb()));
    Schemas.migrate(chain);
    return new Scene(chain);
  }

  Rows rows() {
    return rows;
  }

  FakeProvider provider() {
    return provider;
  }

  void clear() throws SQLException {
    rows.clear();
    provider.entries.clear();
  }

  record Run(int status, String out, String err) {}

  /** The command, with this scene as its environment. */
  Run check(String... options) {
    return check(Map.of(), options);
  }

  /** The same with another address for some part. */
  Run check(Map<String, String> other, String... options) {
    Map<String, String> environment = new HashMap<>();
    environment.put("KEYS", chain.keys().folder().toString());
    environment.put("ORDER_DB", chain.orderDb().address());
    environment.put("NOTIFICATION_DB", chain.notificationDb().address());
    environment.put("PAYMENT_PROVIDER", provider.address());
    environment.putAll(other);
    List<String> arguments = new ArrayList<>(List.of("check"));
    arguments.addAll(List.of(options));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Drills.commandLine(environment)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments.toArray(String[]::new));
    return new Run(status, out.toString(), err.toString());
  }

  /** How many break each invariant; those that none does are left out. */
  Map<Invariant, Long> broken() {
    try (SqlFacts facts = facts()) {
      return broken(facts);
    }
  }

  SqlFacts facts() {
    return SqlFacts.open(
        new Sources(source(chain.orderDb()), source(chain.notificationDb()), provider.uri()),
        new Margins(Duration.ofSeconds(5), Duration.ofDays(7), Duration.ofDays(7)),
        new Progress(new PrintWriter(Writer.nullWriter())));
  }

  static Map<Invariant, Long> broken(Facts facts) {
    return Invariant.judgeable(facts)
        .filter(invariant -> invariant.finding(facts).count() > 0)
        .collect(Collectors.toMap(invariant -> invariant, i -> i.finding(facts).count()));
  }

  private Source source(MySqlServer server) {
    return new Source(
        server.name(),
        server.address(),
        server.database(),
        "auditor",
        chain.keys().password("auditor"));
  }

  @Override
  public void close() throws SQLException {
    provider.close();
    rows.close();
    chain.close();
  }
}
