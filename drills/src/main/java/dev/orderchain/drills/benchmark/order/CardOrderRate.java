package dev.orderchain.drills.benchmark.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.benchmark.load.OpenLoop;
import dev.orderchain.drills.benchmark.load.Placing;
import dev.orderchain.drills.benchmark.measure.Cpu;
import dev.orderchain.drills.benchmark.measure.CpuTimes;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Part;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Card orders end to end, with a card with which all goes well: from the moment at which an order
 * was due to be placed, by a schedule that waits for nobody, to the moment at which another
 * connection first sees it CONFIRMED. Both ends are read off this process's clock; that connection
 * asks every 10 ms for the 64 that wait longest, so that asking does not become the load, and what
 * is reported is too long by that, never too short. The order's two events and their effects are
 * the whole chain's work meanwhile.
 *
 * <p>Statements are counted by the order database while the relay stands still (SIGSTOP) and nobody
 * else asks; what order-service asks when there is nothing to do is taken off.
 */
public final class CardOrderRate implements Measure {
  private static final int SKUS = 10_000;
  private static final int CONNECTIONS = 16;
  private static final long PRICE_CENTS = 500;
  private static final Duration ASK_EVERY = Duration.ofMillis(10);
  private static final int ASK_FOR = 64;
  private static final Duration LATEST = Duration.ofSeconds(30);
  private static final Duration COUNTED = Duration.ofSeconds(10);

  /** Until the just-in-time compilers are mostly done; they want some thousands of orders. */
  private static final Duration WARM_UP = Duration.ofSeconds(90);

  private static final double MIB = 1024 * 1024;

  private final Duration every;
  private final Duration span;
  private final int rate;

  /** When each order was due; without those that are CONFIRMED. */
  private final Map<String, Long> open = new ConcurrentHashMap<>();

  private final List<Double> millis = new ArrayList<>();
  private final List<Double> placingMillis = Collections.synchronizedList(new ArrayList<>());
  private long placed;

  public CardOrderRate(int perSecond, Duration span) {
    this.rate = perSecond;
    this.every = Duration.ofSeconds(1).dividedBy(perSecond);
    this.span = span;
  }

  @Override
  public void run(Session session, Results report) throws Exception {
    Chain chain = session.rig().chain();
    chain.start();
    session.rig().stock(SKUS);
    try (OpenLoop loop = open(chain);
        Connection orders = session.rig().orderDb()) {
      session.say("warming up at %d orders/s", rate);
      atRate(loop, orders, session.pick(WARM_UP, Duration.ofSeconds(10)));
      millis.clear();
      placingMillis.clear();
      Duration window = session.pick(span, Duration.ofSeconds(15));
      session.say("%,d card orders, %d a second", window.dividedBy(every), rate);
      CpuTimes before = CpuTimes.of(chain.parts());
      double machine = Cpu.machineMicros();
      long start = System.nanoTime();
      atRate(loop, orders, window);
      double micros = (System.nanoTime() - start) / 1e3;
      tell(report, chain, before);
      report.raw(
          "card orders, share of the machine in use",
          (Cpu.machineMicros() - machine) / micros / Runtime.getRuntime().availableProcessors());
      statements(session, report, loop);
      countLeftBehind(chain, orders, report);
    }
  }

  private static OpenLoop open(Chain chain) throws Exception {
    String token = chain.mintToken("acme", "shopper");
    return new OpenLoop(CONNECTIONS, () -> Placing.byCard(chain, token, SKUS));
  }

  /** Returns when all orders of this run are CONFIRMED. */
  private void atRate(OpenLoop loop, Connection database, Duration window) throws Exception {
    long orders = window.dividedBy(every);
    int before = millis.size();
    Thread schedule = loop.start(orders, every, this::answered);
    long lastSeen = System.nanoTime();
    while (millis.size() - before < orders) {
      LockSupport.parkNanos(ASK_EVERY.toNanos());
      for (String orderId : confirmed(database, longestOpen())) {
        lastSeen = System.nanoTime();
        millis.add((lastSeen - open.remove(orderId)) / 1e6);
      }
      loop.requireNoFailure();
      if (System.nanoTime() - lastSeen > LATEST.toNanos()) {
        throw new IllegalStateException(open.size() + " card orders are not CONFIRMED");
      }
    }
    schedule.join();
    placed += orders;
  }

  private List<String> longestOpen() {
    return open.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .limit(ASK_FOR)
        .map(Map.Entry::getKey)
        .toList();
  }

  private void answered(String orderId, long due, long at) {
    placingMillis.add((at - due) / 1e6);
    open.put(orderId, due);
  }

  private static Set<String> confirmed(Connection database, Collection<String> orderIds)
      throws SQLException {
    if (orderIds.isEmpty()) return Set.of();
    String marks = String.join(",", Collections.nCopies(orderIds.size(), "?"));
    try (PreparedStatement query =
        database.prepareStatement(
            "SELECT order_id FROM orders WHERE state = 'CONFIRMED' AND order_id IN ("
                + marks
                + ")")) {
      int i = 0;
      for (String id : orderIds) query.setString(++i, id);
      Set<String> confirmed = new HashSet<>();
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) confirmed.add(row.getString(1));
      }
      return confirmed;
    }
  }

  private void tell(Results report, Chain chain, CpuTimes before) {
    Samples all = Samples.of(millis);
    Samples placing = Samples.of(placingMillis);
    report.raw("card order due to CONFIRMED ms", all.percentiles());
    report.raw("card order due to answered ms", placing.percentiles());
    report.raw("card order CPU µs", CpuTimes.of(chain.parts()).since(before, all.count()));
    Map<String, Double> resident = new LinkedHashMap<>();
    for (Part part : chain.parts()) {
      resident.put(part.name(), Cpu.residentBytes(part.pid().orElseThrow()) / MIB);
    }
    report.raw("resident MiB after card orders", resident);
    report.add(Figure.stated("card order due to answered, p99", placing.percentile(99), "ms"));
    report.add(Figure.stated("card order due to CONFIRMED, p50", all.percentile(50), "ms"));
    report.add(Figure.atMost(1_000, "card order due to CONFIRMED, p99", all.percentile(99), "ms"));
    report.add(Figure.stated("card order due to CONFIRMED, max", all.max(), "ms"));
    double service =
        CpuTimes.of(List.of(chain.orderService())).since(before, all.count()).values().stream()
            .mapToDouble(Double::doubleValue)
            .sum();
    report.add(Figure.stated("card order, order-service CPU", service, "µs an order"));
    double memory = resident.values().stream().mapToDouble(Double::doubleValue).sum();
    report.add(Figure.stated("memory after card orders, whole chain", memory, "MiB"));
  }

  private void statements(Session session, Results report, OpenLoop loop) throws Exception {
    Chain chain = session.rig().chain();
    long orders = COUNTED.dividedBy(every);
    session.say("counting the statements of %,d card orders", orders);
    chain.relayService().pause();
    try (Connection root = chain.orderDb().connect("root")) {
      Map<String, Long> start = counters(root);
      Thread.sleep(COUNTED);
      Map<String, Long> idle = difference(counters(root), start);
      start = counters(root);
      long began = System.nanoTime();
      loop.start(orders, every, (orderId, due, at) -> {}).join();
      // Nobody may ask in between; they take no longer than those that were watched.
      Thread.sleep((long) (2 * Samples.of(millis).max()) + 1_000);
      Map<String, Long> busy = difference(counters(root), start);
      double share = (System.nanoTime() - began) / (double) COUNTED.toNanos();
      Map<String, Double> each = new LinkedHashMap<>();
      busy.forEach((name, count) -> each.put(name, (count - share * idle.get(name)) / orders));
      report.raw("statements a card order", each);
      report.raw("statements of order-service at rest in " + COUNTED, idle);
      report.add(Figure.stated("database statements a card order", each.get("Questions"), ""));
      report.add(Figure.stated("… commits among them", each.get("Com_commit"), ""));
    } finally {
      chain.relayService().resume();
    }
    loop.requireNoFailure();
    placed += orders;
  }

  private static Map<String, Long> counters(Connection root) throws SQLException {
    Map<String, Long> counters = new LinkedHashMap<>();
    try (Statement statement = root.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Com_select', 'Com_insert',
                  'Com_update', 'Com_delete', 'Com_commit', 'Com_rollback', 'Com_set_option',
                  'Com_begin', 'Com_stmt_prepare')""")) {
      while (row.next()) counters.put(row.getString(1), row.getLong(2));
    }
    return counters;
  }

  private static Map<String, Long> difference(Map<String, Long> now, Map<String, Long> before) {
    Map<String, Long> difference = new LinkedHashMap<>();
    now.forEach((name, count) -> difference.put(name, count - before.get(name)));
    return difference;
  }

  /** Every order that was placed is CONFIRMED and done with, and its money was taken once. */
  private void countLeftBehind(Chain chain, Connection orders, Results report) throws Exception {
    long done =
        count(
            orders,
            """
            SELECT COUNT(*) FROM orders o JOIN workflow w USING (order_id)
            JOIN reservation r USING (order_id)
            WHERE o.state = 'CONFIRMED' AND w.step = 'DONE' AND r.state = 'CONFIRMED'""");
    report.add(
        Figure.atMost(0, "left behind of %,d card orders".formatted(placed), placed - done, ""));
    try (HttpConnection provider = new HttpConnection(chain.paymentProvider().address())) {
      JsonNode ledger = new ObjectMapper().readTree(provider.get("/ledger?limit=1").body());
      long captured = ledger.path("totals").path("EUR").path("capturedCents").asLong();
      Session.require(placed * PRICE_CENTS, captured, "cents captured");
      report.raw("provider's calls for " + placed + " card orders", ledger.path("calls"));
    }
  }

  private static long count(Connection database, String sql) throws SQLException {
    try (Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
