package dev.orderchain.drills.histories;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Verdict;
import dev.orderchain.drills.stage.NotProven;
import dev.orderchain.drills.world.Where;
import dev.orderchain.testbed.process.TestbedException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plays histories on the chain that runs here. */
@Command(
    name = "histories",
    description = {
      "Plays histories of calls and faults on the chain that runs here and prints",
      "each step, the states and the sums. Kills and freezes order-service, starts",
      "it again, and leaves the orders that it placed; takes up to 3 minutes. Give",
      "it the chain to itself, or the sums are not its own."
    },
    footer = {
      "",
      "Exit status: 0 all PASS; 1 one is not: FAIL, or NOT RUN, which means that",
      "there is nothing to judge; 2 they could not be run."
    },
    mixinStandardHelpOptions = true)
public final class Histories implements Callable<Integer> {
  private final List<Plot> all;
  private final Function<Where, Shop> opening;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "Only these.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--on",
      paramLabel = "WHERE",
      defaultValue = "local",
      description = "The chain of scripts/up (local, default) or of docker compose (compose).")
  private Where on;

  @Option(names = "--list", description = "Print the histories and what each tells, and end.")
  private boolean list;

  @Option(names = "--json", description = "Print JSON in place of the lines.")
  private boolean json;

  public Histories() {
    this(Catalogue.ALL, where -> new Shop(scene(where)));
  }

  Histories(List<Plot> all, Function<Where, Shop> opening) {
    this.all = all;
    this.opening = opening;
  }

  private static Scene scene(Where where) {
    return switch (where) {
      case LOCAL -> new LocalScene();
      case COMPOSE -> new ComposeScene();
    };
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      all.forEach(plot -> out.printf("%-24s %s%n", plot.name(), plot.tells()));
      out.flush();
      return 0;
    }
    List<Plot> chosen = names.isEmpty() ? all : names.stream().map(this::named).distinct().toList();
    Instant began = Instant.now();
    List<Evidence> told;
    try (Shop shop = opening.apply(on)) {
      told = play(chosen, shop);
    } catch (TestbedException e) {
      throw new CannotRun(e.getMessage(), e);
    }
    if (json) out.println(asJson(told));
    else print(told, Duration.between(began, Instant.now()));
    out.flush();
    return count(told, Verdict.PASS) == told.size() ? 0 : 1;
  }

  private Plot named(String name) {
    return all.stream()
        .filter(plot -> plot.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(), "no history is called " + name + "; see --list"));
  }

  /** Those that wait for times to pass beside the others, which come one after the other. */
  private List<Evidence> play(List<Plot> chosen, Shop shop) throws Exception {
    Map<Plot, Future<Evidence>> played = new LinkedHashMap<>();
    try (ExecutorService waiting = Executors.newCachedThreadPool();
        ExecutorService inTurn = Executors.newSingleThreadExecutor()) {
      for (Plot plot : chosen) {
        ExecutorService threads = plot.kind() == Plot.Kind.WAITS ? waiting : inTurn;
        played.put(plot, threads.submit(() -> play(plot, shop)));
      }
    }
    List<Evidence> told = new ArrayList<>();
    for (Plot plot : chosen) told.add(played.get(plot).get());
    return told;
  }

  private Evidence play(Plot plot, Shop shop) {
    Evidence evidence =
        new Evidence(plot.name(), plot.tells(), 0, step -> tell(plot.name() + step));
    try {
      plot.course().play(shop, evidence);
    } catch (NotProven | CannotRun | TestbedException e) {
      evidence.notRun(e.getMessage());
    } catch (Exception e) {
      evidence.failed(e.toString());
    }
    evidence.end(List.of());
    tell(evidence.line());
    return evidence;
  }

  private synchronized void tell(String progress) {
    spec.commandLine().getErr().println(progress);
    spec.commandLine().getErr().flush();
  }

  private void print(List<Evidence> told, Duration took) {
    PrintWriter out = spec.commandLine().getOut();
    for (Evidence evidence : told) {
      out.printf("%n%s: %s%n", evidence.drill(), evidence.fault());
      steps(evidence).forEach(step -> out.println("  " + step));
    }
    out.println();
    for (Evidence evidence : told) {
      out.println(evidence.line());
      evidence.complaints().forEach(complaint -> out.println("  " + complaint));
    }
    out.printf(
        "%d histories: %d PASS, %d FAIL, %d NOT RUN; %d s%n",
        told.size(),
        count(told, Verdict.PASS),
        count(told, Verdict.FAIL),
        count(told, Verdict.NOT_RUN),
        took.toSeconds());
  }

  private static List<String> steps(Evidence evidence) {
    return evidence.marks().stream()
        .map(
            mark ->
                "%6.1f s  %s"
                    .formatted(
                        Duration.between(evidence.began(), mark.from()).toMillis() / 1e3,
                        mark.text()))
        .toList();
  }

  private static long count(List<Evidence> told, Verdict verdict) {
    return told.stream().filter(evidence -> evidence.verdict() == verdict).count();
  }

  private static String asJson(List<Evidence> told) throws JsonProcessingException {
    return new ObjectMapper()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(told.stream().map(Told::of).toList());
  }

  /** A history for programs; the names of the members stay as they are. */
  record Told(
      String history,
      String tells,
      String verdict,
      List<String> complaints,
      List<Evidence.Field> fields,
      List<String> steps) {
    static Told of(Evidence evidence) {
      return new Told(
          evidence.drill(),
          evidence.fault(),
          evidence.verdict().toString(),
          evidence.complaints(),
          evidence.fields(),
          Histories.steps(evidence));
    }
  }
}
