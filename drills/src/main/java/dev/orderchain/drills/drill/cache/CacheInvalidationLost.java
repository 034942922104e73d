package dev.orderchain.drills.drill.cache;

import dev.orderchain.drills.check.invariant.PriceObservation;
import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.drill.fault.Crash;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.PriceRead;
import dev.orderchain.drills.history.PriceRead.Price;
import dev.orderchain.drills.history.PriceWrite;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Prices;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Crowd;
import dev.orderchain.drills.traffic.Operator;
import dev.orderchain.drills.world.Arming;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.CrashPoints;
import java.time.Duration;
import java.util.List;

/**
 * order-service dies when a new price is committed and nobody has been told: not the cache, not the
 * operator, not the relay. The event tells the cache; until then, and no longer, the old price may
 * be read through another instance.
 */
public final class CacheInvalidationLost implements Drill {
  private static final int READERS = 2;
  private static final Duration PACE = Duration.ofMillis(5);
  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final Duration READING = Duration.ofSeconds(2);

  @Override
  public String name() {
    return "cache-invalidation-lost";
  }

  @Override
  public String fault() {
    return "order-service is killed when a price is committed and the cache has not been told";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Prices prices = stage.prices();
    Crash.arm(stage, Chain.ORDER_SERVICE, CrashPoints.PRICE_AFTER_COMMIT);
    Target other = stage.world().another(Chain.ORDER_SERVICE, "order-service-2");
    other.restart(Arming.PLAIN);
    Crowd readers = prices.readers(READERS, PACE, other);
    stage
        .waits()
        .await("the old price in the cache", BOUND, () -> isReadAt(prices, 1, "prices; hit"));
    long cents = prices.nextCents();
    PriceWrite change;
    try (Operator operator = prices.operator()) {
      change = operator.ask(1, cents);
    }
    Crash.awaitHit(stage, Chain.ORDER_SERVICE, CrashPoints.PRICE_AFTER_COMMIT);
    boolean committed = prices.version() == 2;
    stage
        .waits()
        .await("the new price in the cache", BOUND, () -> isReadAt(prices, 2, "prices; hit"));
    prices.awaitTold(BOUND);
    double toldByEvents = toldByEvents(other);
    Thread.sleep(READING);
    readers.stop();
    PriceWrite again;
    try (Operator operator = prices.operator(other)) {
      again = operator.ask(1, cents);
    }
    PriceObservation seen = prices.observe();
    Evidence evidence = stage.evidence();
    evidence.demand("operatorSaw", change.brief(), "UNKNOWN/connection-broken");
    evidence.demand("committed", committed, true);
    evidence.demand("toldByEvent", toldByEvents >= 1, true);
    evidence.show("oldReads", seen.oldReads());
    evidence.show("staleForMs", seen.staleFor().toMillis());
    evidence.demand("staleReads", prices.stale(), 0);
    evidence.demand("replay", again.brief(), "REPLAYED");
    evidence.demand("version", prices.version(), 2);
    evidence.show("reads", prices.history().reads().size());
  }

  /** Whether the last read had that version from there. */
  private static boolean isReadAt(Prices prices, int version, String from) {
    List<PriceRead> reads = prices.history().reads();
    return !reads.isEmpty()
        && reads.getLast().outcome() instanceof Price price
        && price.version() == version
        && price.from().equals(from);
  }

  private static double toldByEvents(Target service) throws Exception {
    return Metrics.sum(
        service.address(), "prices_invalidate_total", "by=\"event\",outcome=\"done\"");
  }
}
