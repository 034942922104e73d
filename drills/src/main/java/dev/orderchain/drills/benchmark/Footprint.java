package dev.orderchain.drills.benchmark;

import dev.orderchain.drills.benchmark.event.RelayDrain;
import dev.orderchain.drills.benchmark.load.Effects;
import dev.orderchain.drills.benchmark.load.Placing;
import dev.orderchain.drills.benchmark.measure.Cpu;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.Service;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How long the whole chain takes from nothing until it is healthy, as {@code scripts/up} starts it:
 * servers' packages and services are there, folders and databases are not. And what it holds in
 * memory at rest, ten seconds after it has served its first orders. A process counts with all its
 * resident pages, so what they share counts more than once; the proportional sizes are in the raw
 * figures.
 */
final class Footprint implements Measure {
  private static final double MIB = 1024 * 1024;
  private static final int SKUS = 100;
  private static final int ORDERS = 200;

  @Override
  public void run(Session session, Results report) throws Exception {
    Chain chain = session.rig().chain();
    double start = Session.seconds(chain::start);
    report.add(Figure.atMost(30, "start of the whole chain until healthy", start, "s"));
    session.rig().stock(SKUS);
    serve(session, chain);
    session.say("resting");
    Thread.sleep(session.pick(10_000, 3_000));
    weigh(chain, report);
  }

  private static void serve(Session session, Chain chain) throws Exception {
    List<String> events = new ArrayList<>();
    try (Placing placing = new Placing(chain, chain.mintToken("acme", "shopper"), SKUS)) {
      for (int i = 0; i < ORDERS; i++) events.add(placing.place() + ":1");
    }
    try (Effects effects = new Effects(session.rig())) {
      effects.await(events, RelayDrain.BOUND);
    }
  }

  private static void weigh(Chain chain, Results report) {
    Map<String, Double> resident = new LinkedHashMap<>();
    Map<String, Double> proportional = new LinkedHashMap<>();
    double largestService = 0;
    for (Part part : chain.parts()) {
      long pid = part.pid().orElseThrow();
      double mib = Cpu.residentBytes(pid) / MIB;
      resident.put(part.name(), mib);
      proportional.put(part.name(), Cpu.proportionalBytes(pid) / MIB);
      if (part instanceof Service) largestService = Math.max(largestService, mib);
    }
    report.raw("resident MiB", resident);
    report.raw("proportional MiB", proportional);
    double all = resident.values().stream().mapToDouble(Double::doubleValue).sum();
    report.add(Figure.atMost(2048, "memory at rest, whole chain", all, "MiB"));
    report.add(Figure.atMost(350, "memory at rest, largest service", largestService, "MiB"));
  }
}
