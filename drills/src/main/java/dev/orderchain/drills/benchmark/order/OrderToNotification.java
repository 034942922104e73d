package dev.orderchain.drills.benchmark.order;

import dev.orderchain.drills.benchmark.load.Effects;
import dev.orderchain.drills.benchmark.load.Load;
import dev.orderchain.drills.benchmark.load.OpenLoop;
import dev.orderchain.drills.benchmark.load.Placing;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.testbed.Chain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The time from the order's answer to the commit of its notification, at 100 orders a second. Both
 * ends are read off this process's clock: the answer when its last byte is here, the commit when
 * another connection first sees the effect. That connection asks every half millisecond, and only
 * while effects are missing, so what is reported is too long by half a millisecond to one, never
 * too short.
 */
public final class OrderToNotification implements Measure {
  private static final int SKUS = 10_000;
  private static final int CONNECTIONS = 8;
  private static final Duration EVERY = Duration.ofMillis(10);
  private static final Duration ASK_EVERY = Duration.ofNanos(500_000);
  private static final Duration LATEST = Duration.ofSeconds(30);

  /** When each order was answered, by the id of its event; without those that are done. */
  private final Map<String, Long> answered = new ConcurrentHashMap<>();

  private final List<Double> millis = new ArrayList<>();
  private long placed;

  @Override
  public void run(Session session, Results report) throws Exception {
    Chain chain = session.rig().chain();
    chain.start();
    session.rig().stock(SKUS);
    String token = chain.mintToken("acme", "shopper");
    try (Load shoppers = new Load(CONNECTIONS, () -> new Placing(chain, token, SKUS))) {
      session.warmUp(15, () -> place(shoppers));
    }
    Duration span = session.pick(Duration.ofSeconds(60), Duration.ofSeconds(15));
    long orders = span.dividedBy(EVERY);
    atRate(session, token, session.pick(1_000, 300));
    millis.clear();
    session.say("%,d orders, 100 a second", orders);
    atRate(session, token, orders);
    try (Effects effects = new Effects(session.rig())) {
      Session.require(placed, effects.count(), "effects");
    }
    Samples samples = Samples.of(millis);
    report.raw("order to notification ms", samples.percentiles());
    report.add(
        Figure.atMost(8, "order answered to notification, p50", samples.percentile(50), "ms"));
    report.add(
        Figure.atMost(40, "order answered to notification, p99", samples.percentile(99), "ms"));
  }

  private void atRate(Session session, String token, long orders) throws Exception {
    Chain chain = session.rig().chain();
    try (OpenLoop loop = new OpenLoop(CONNECTIONS, () -> new Placing(chain, token, SKUS))) {
      Thread schedule =
          loop.start(orders, EVERY, (order, due, at) -> answered.put(order + ":1", at));
      watch(session, orders, loop);
      schedule.join();
    }
    placed += orders;
  }

  private double place(Load shoppers) throws Exception {
    Load.Done done = shoppers.run(Duration.ofSeconds(10));
    placed += done.units();
    return done.perSecond();
  }

  /** Until every order of this run has its effect. */
  private void watch(Session session, long orders, OpenLoop loop) throws Exception {
    int before = millis.size();
    long lastSeen = System.nanoTime();
    try (Effects effects = new Effects(session.rig())) {
      while (millis.size() - before < orders) {
        LockSupport.parkNanos(ASK_EVERY.toNanos());
        Map<String, Long> missing = new HashMap<>(answered);
        for (String eventId : effects.seen(missing.keySet())) {
          lastSeen = System.nanoTime();
          millis.add((lastSeen - missing.get(eventId)) / 1e6);
          answered.remove(eventId);
        }
        loop.requireNoFailure();
        if (System.nanoTime() - lastSeen > LATEST.toNanos()) {
          throw new IllegalStateException(missing.size() + " orders have no notification");
        }
      }
    }
  }
}
