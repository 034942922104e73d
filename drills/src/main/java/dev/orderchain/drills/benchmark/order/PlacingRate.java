package dev.orderchain.drills.benchmark.order;

import dev.orderchain.drills.benchmark.load.Load;
import dev.orderchain.drills.benchmark.load.Placing;
import dev.orderchain.drills.benchmark.measure.Cpu;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.drills.yardstick.BareLoop;
import dev.orderchain.testbed.Chain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How fast orders are placed over HTTP at 32 connections, against {@link BareLoop} at 32 threads,
 * in turns, on one database. CPU time is what the kernel has charged to the whole process; the
 * client shares the machine with both.
 */
public final class PlacingRate implements Measure {
  private static final int SKUS = 10_000;
  private static final int CONNECTIONS = 32;

  @Override
  public void run(Session session, Results report) throws Exception {
    Chain chain = session.rig().chain();
    chain.start(List.of(chain.orderDb(), chain.redis(), chain.orderService()));
    session.rig().stock(SKUS);
    String token = chain.mintToken("acme", "shopper");
    long client = ProcessHandle.current().pid();
    Side http = new Side("POST /orders", chain, chain.orderService().pid().orElseThrow());
    Side bare = new Side("bare loop", chain, client);
    Duration window = session.pick(Duration.ofSeconds(15), Duration.ofSeconds(5));
    try (Load shoppers = new Load(CONNECTIONS, () -> new Placing(chain, token, SKUS));
        Load loops = new Load(CONNECTIONS, () -> new BareLoop(session.rig(), SKUS))) {
      session.warmUp(15, () -> shoppers.run(Duration.ofSeconds(10)).perSecond());
      session.warmUp(5, () -> loops.run(Duration.ofSeconds(3)).perSecond());
      for (int round = 0; round < session.pick(3, 1); round++) {
        bare.measure(loops, window);
        http.measure(shoppers, window);
        session.say("%s, %s", bare, http);
      }
    }
    bare.addTo(report);
    http.addTo(report);
    report.add(
        Figure.stated("POST /orders against the bare loop", http.rate() / bare.rate(), "times"));
  }

  /** One of the two, and what it cost. */
  private static final class Side {
    private final String name;
    private final long database;
    private final long worker;
    private final List<Double> rates = new ArrayList<>();
    private final List<Double> databaseMicros = new ArrayList<>();
    private final List<Double> workerMicros = new ArrayList<>();

    Side(String name, Chain chain, long worker) {
      this.name = name;
      this.database = chain.orderDb().pid().orElseThrow();
      this.worker = worker;
    }

    void measure(Load load, Duration window) throws Exception {
      double databaseBefore = Cpu.micros(database);
      double workerBefore = Cpu.micros(worker);
      Load.Done done = load.run(window);
      rates.add(done.perSecond());
      databaseMicros.add((Cpu.micros(database) - databaseBefore) / done.units());
      workerMicros.add((Cpu.micros(worker) - workerBefore) / done.units());
    }

    double rate() {
      return Samples.of(rates).median();
    }

    void addTo(Results report) {
      report.raw(name + " orders/s", rates);
      report.raw(name + " mysqld cpu micros an order", databaseMicros);
      report.raw(name + " own cpu micros an order", workerMicros);
      report.add(Figure.stated(name + ", " + CONNECTIONS + " at a time", rate(), "orders/s"));
      report.add(
          Figure.stated(name + ", mysqld CPU", Samples.of(databaseMicros).median(), "µs an order"));
      report.add(
          Figure.stated(name + ", its own CPU", Samples.of(workerMicros).median(), "µs an order"));
    }

    @Override
    public String toString() {
      return "%s %,.0f orders/s".formatted(name, rates.getLast());
    }
  }
}
