package dev.orderchain.drills.benchmark.price;

import dev.orderchain.drills.benchmark.load.Load;
import dev.orderchain.drills.benchmark.load.Reading;
import dev.orderchain.drills.benchmark.load.Rig;
import dev.orderchain.drills.benchmark.measure.Cpu;
import dev.orderchain.drills.benchmark.measure.CpuTimes;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.drills.client.RedisConnection;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.Service;
import dev.orderchain.testbed.process.Launch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How fast prices are read over HTTP at 32 connections when all of them are in Redis, against an
 * order-service that reads them from the database alone, over the same products: so many that two
 * readers seldom want the same one at a time, and share its reading. In turns, with what HTTP costs
 * by itself as the third: an answer for which nobody is asked. CPU time is what the kernel has
 * charged to each process; the client shares the machine with them.
 *
 * <p>Then how many reads Redis still answers while prices change, {@link PriceMix}, and what its
 * guard costs, {@link GuardCost}.
 */
public final class PriceReads implements Measure {
  private static final int SKUS = 1_000;
  private static final int CONNECTIONS = 32;
  private static final int PASSES = 10;
  private static final Opening PRICES = address -> new Reading(address, SKUS);

  @Override
  public void run(Session session, Results report) throws Exception {
    Chain chain = session.rig().chain();
    Service alone = chain.another(Chain.ORDER_SERVICE, "order-service-without-cache");
    chain.start(
        List.of(
            chain.orderDb(),
            chain.kafka(),
            chain.redis(),
            chain.orderService(),
            chain.relayService()));
    alone.start(Launch.PLAIN.environment("ORDER_PRICE_CACHED", "false"));
    session.rig().stock(SKUS);
    String service = chain.orderService().address();
    Duration warmUp = session.pick(Duration.ofSeconds(10), Duration.ofSeconds(5));
    Duration window = session.pick(Duration.ofSeconds(15), Duration.ofSeconds(5));
    try (Side cache = new Side("prices from the cache", chain, chain.orderService(), PRICES);
        Side database = new Side("prices from the database", chain, alone, PRICES);
        Side neither = new Side("answers from neither", chain, alone, Reading::nothing);
        RedisConnection redis = new RedisConnection(chain.redis().address())) {
      fill(redis, service);
      for (Side side : List.of(database, cache, neither)) {
        session.warmUp(15, () -> side.load.run(warmUp).perSecond());
      }
      for (int round = 0; round < session.pick(3, 1); round++) {
        fill(redis, service);
        database.measure(window);
        cache.measure(window);
        neither.measure(window);
        session.say("%s, %s, %s", database, cache, neither);
      }
      for (Side side : List.of(cache, database, neither)) side.addTo(report);
      report.add(
          Figure.atLeast(
              5, cache.name + " against the database", cache.rate() / database.rate(), "times"));
      report.add(Figure.atMost(1, "round trips to Redis a hit", fill(redis, service), ""));
      new PriceMix(chain, SKUS).measure(CONNECTIONS, window, report);
      new GuardCost(redis, Rig.sku(0)).measure(session.pick(50, 5), report);
    }
  }

  /**
   * Leaves every product in an otherwise empty Redis, and says how many scripts it was asked to run
   * for each read when every one was a hit.
   */
  private static double fill(RedisConnection redis, String service) throws IOException {
    redis.call("FLUSHALL");
    try (Reading reading = new Reading(service, SKUS)) {
      boolean full = false;
      for (int pass = 0; pass < PASSES; pass++) {
        reading.forget();
        long before = scriptsRun(redis);
        for (int number = 0; number < SKUS; number++) reading.read(number);
        boolean hits = reading.hits() == SKUS;
        // In the pass before this one nothing was filled, so nothing of it is still under way.
        if (hits && full) return (scriptsRun(redis) - before) / (double) SKUS;
        full = hits;
      }
    }
    throw new IllegalStateException("read " + PASSES + " times each, not all are in Redis");
  }

  private static long scriptsRun(RedisConnection redis) throws IOException {
    String statistics = (String) redis.call("INFO", "commandstats");
    return statistics
        .lines()
        .filter(line -> line.startsWith("cmdstat_eval"))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
        .sum();
  }

  private interface Opening {
    Reading open(String address) throws IOException;
  }

  /** One of the three, and what it cost. */
  private static final class Side implements AutoCloseable {
    private final String name;
    private final List<Part> parts;
    private final List<Reading> readers = new ArrayList<>();
    private final Load load;
    private final List<Double> rates = new ArrayList<>();
    private final List<Double> micros = new ArrayList<>();
    private final List<Double> hits = new ArrayList<>();
    private final Map<String, List<Double>> cpu = new LinkedHashMap<>();

    Side(String name, Chain chain, Service service, Opening opening) throws Exception {
      this.name = name;
      parts = List.of(service, chain.orderDb(), chain.redis());
      load =
          new Load(
              CONNECTIONS,
              () -> {
                readers.add(opening.open(service.address()));
                return readers.getLast();
              });
    }

    void measure(Duration window) throws Exception {
      readers.forEach(Reading::forget);
      CpuTimes before = CpuTimes.of(parts);
      double client = Cpu.micros(ProcessHandle.current().pid());
      Load.Done done = load.run(window);
      CpuTimes.of(parts).since(before, done.units()).forEach(this::charge);
      charge("client", (Cpu.micros(ProcessHandle.current().pid()) - client) / done.units());
      rates.add(done.perSecond());
      for (Reading reader : readers) micros.addAll(reader.micros());
      hits.add(readers.stream().mapToLong(Reading::hits).sum() / (double) done.units());
    }

    private void charge(String part, double micros) {
      cpu.computeIfAbsent(part, p -> new ArrayList<>()).add(micros);
    }

    double rate() {
      return Samples.of(rates).median();
    }

    void addTo(Results report) {
      Samples all = Samples.of(micros);
      report.raw(name + ": reads/s", rates);
      report.raw(name + ": share of hits", hits);
      report.raw(name + ": micros", all.percentiles());
      report.raw(name + ": cpu micros a read", cpu);
      report.add(Figure.stated(name + ", " + CONNECTIONS + " at a time", rate(), "reads/s"));
      report.add(Figure.stated("… p50", all.median() / 1e3, "ms"));
      report.add(Figure.stated("… p99", all.percentile(99) / 1e3, "ms"));
      cpu.forEach(
          (part, each) ->
              report.add(
                  Figure.stated("… CPU of " + part, Samples.of(each).median(), "µs a read")));
    }

    @Override
    public void close() throws Exception {
      load.close();
    }

    @Override
    public String toString() {
      return "%s %,.0f/s".formatted(name, rates.getLast());
    }
  }
}
