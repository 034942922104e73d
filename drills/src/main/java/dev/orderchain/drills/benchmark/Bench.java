package dev.orderchain.drills.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.benchmark.event.ClaimCost;
import dev.orderchain.drills.benchmark.event.ConsumerRate;
import dev.orderchain.drills.benchmark.event.RelayDrain;
import dev.orderchain.drills.benchmark.event.TwoRelays;
import dev.orderchain.drills.benchmark.load.Rig;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.drills.benchmark.order.CardOrderRate;
import dev.orderchain.drills.benchmark.order.OrderToNotification;
import dev.orderchain.drills.benchmark.order.PlacingBesideRelays;
import dev.orderchain.drills.benchmark.order.PlacingRate;
import dev.orderchain.drills.benchmark.price.PriceReads;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures the chain on real servers with durable settings, everything on this machine. */
@Command(
    name = "bench",
    description = {
      "Measures the chain on real servers of its own, durable, everything on this machine, and",
      "prints a table. Takes minutes of full load; give it the machine to itself."
    },
    footer = {"", "Exit status: 0 measured (also when a target is missed), 2 it could not be run."},
    mixinStandardHelpOptions = true)
public final class Bench implements Callable<Integer> {
  private final Map<String, Supplier<Measure>> measures = new LinkedHashMap<>();

  {
    measures.put("drain", RelayDrain::new);
    measures.put("relays", TwoRelays::new);
    measures.put("beside", PlacingBesideRelays::new);
    measures.put("claim", ClaimCost::new);
    measures.put("consumer", ConsumerRate::new);
    measures.put("latency", OrderToNotification::new);
    measures.put("placing", PlacingRate::new);
    measures.put("card", () -> new CardOrderRate(this.cardRate, this.cardFor));
    measures.put("prices", PriceReads::new);
    measures.put("rest", Footprint::new);
  }

  @Spec private CommandSpec spec;

  @Option(
      names = "--quick",
      description = "Fewer rows, shorter windows: a look, not a measurement.")
  private boolean quick;

  @Option(
      names = "--only",
      arity = "1..*",
      paramLabel = "NAME",
      description =
          "Only these: drain relays beside claim consumer latency placing card prices rest.")
  private Set<String> only = new LinkedHashSet<>(measures.keySet());

  @Option(names = "--card", description = "Only card orders, end to end: --only card.")
  private boolean card;

  @Option(names = "--prices", description = "Only reading prices: --only prices.")
  private boolean prices;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "100",
      description = "Card orders a second, 1 to 1000; default ${DEFAULT-VALUE}.")
  private int cardRate;

  @Option(
      names = "--for",
      paramLabel = "SPAN",
      defaultValue = "60s",
      description = "How long card orders are placed (10s, 2m); default ${DEFAULT-VALUE}.")
  private Duration cardFor;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Where every raw figure goes; default bench/TIME.json in the checkout.")
  private Path json;

  @Override
  public Integer call() throws Exception {
    if (card || prices) only.clear();
    if (card) only.add("card");
    if (prices) only.add("prices");
    if (cardRate < 1 || cardRate > 1_000 || cardFor.toSeconds() < 1) {
      throw new ParameterException(
          spec.commandLine(), "--rate is 1 to 1000, --for a second or more");
    }
    for (String name : only) {
      if (!measures.containsKey(name)) {
        throw new ParameterException(spec.commandLine(), "no measure is called " + name);
      }
    }
    Path folder = Checkout.here().root().resolve("bench");
    Instant began = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Results report = new Results();
    Machine machine = new Machine();
    PrintWriter out = spec.commandLine().getOut();
    for (String name : only) measure(name, folder, report, machine);
    out.println();
    out.print(report.table());
    Path file = json != null ? json : folder.resolve(began.toString().replace(":", "") + ".json");
    write(file, began, report, machine);
    out.println();
    out.println("Every raw figure: " + file);
    out.flush();
    return 0;
  }

  private void measure(String name, Path folder, Results report, Machine machine) throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    out.println(name);
    out.flush();
    long start = System.nanoTime();
    Neighbours neighbours = new Neighbours();
    double others = 0;
    Path home = folder.resolve("chain-" + ProcessHandle.current().pid());
    try (Rig rig = Rig.in(home)) {
      measures.get(name).get().run(new Session(rig, quick, out), report);
      others = neighbours.share(rig);
      machine.lookAt(rig);
    } catch (TestbedException e) {
      throw new CannotRun(e.getMessage(), e);
    }
    report.raw(name + ": share of the machine used by others", others);
    out.printf(
        "  took %d s%s%n", (System.nanoTime() - start) / 1_000_000_000, Neighbours.warning(others));
    out.flush();
  }

  private void write(Path file, Instant began, Results report, Machine machine) throws IOException {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("began", began.toString());
    all.put("quick", quick);
    all.put("machine", machine.facts());
    all.put("figures", report.figures().stream().map(Bench::asJson).toList());
    all.put("raw", report.raw());
    Path parent = file.toAbsolutePath().getParent();
    Files.createDirectories(parent);
    ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    Files.write(file, mapper.writeValueAsBytes(all));
  }

  private static Map<String, Object> asJson(Figure figure) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", figure.name());
    json.put("value", figure.value());
    json.put("unit", figure.unit());
    json.put("bound", figure.bound());
    if (figure.bound() != Figure.Bound.NONE) json.put("limit", figure.limit());
    json.put("verdict", figure.verdict());
    return json;
  }
}
