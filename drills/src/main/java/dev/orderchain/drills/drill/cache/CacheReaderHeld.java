package dev.orderchain.drills.drill.cache;

import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.client.RedisConnection;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.PriceRead;
import dev.orderchain.drills.history.PriceRead.Price;
import dev.orderchain.drills.history.PriceWrite;
import dev.orderchain.drills.history.PriceWrite.Changed;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Prices;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Crowd;
import dev.orderchain.drills.traffic.Operator;
import dev.orderchain.drills.traffic.PriceReader;
import dev.orderchain.drills.world.Arming;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.Byteman;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A reader has had the old price from the database and is about to put it into the cache; meanwhile
 * the price is changed, and whoever changed it is told that the cache knows. Nobody reads until the
 * reader goes on, so that no newer entry is in its way: only the floor is, or that the one it was
 * told of is gone.
 */
public final class CacheReaderHeld implements Drill {
  private static final String OTHER_SKU = "SKU-1";

  /** The time in which a reader may fill: it is not to be what ends it. */
  private static final Duration FILL_WITHIN = Duration.ofMinutes(5);

  private static final Duration FROZEN = Duration.ofSeconds(3);
  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final Duration READING = Duration.ofSeconds(1);
  private static final Duration PACE = Duration.ofMillis(5);
  private static final List<String> OUTCOMES =
      List.of("stored", "same", "refused", "conflict", "failed");

  private final Meanwhile meanwhile;

  public CacheReaderHeld(Meanwhile meanwhile) {
    this.meanwhile = meanwhile;
  }

  public enum Meanwhile {
    FREEZE("cache-reader-paused", "the reader's instance is frozen meanwhile"),
    FLUSH("cache-flushed", "then Redis is flushed"),
    RESTART("cache-redis-restarted", "then Redis is killed and started again, empty");

    private final String drill;
    private final String what;

    Meanwhile(String drill, String what) {
      this.drill = drill;
      this.what = what;
    }
  }

  @Override
  public String name() {
    return meanwhile.drill;
  }

  @Override
  public String fault() {
    return "a price is changed while a reader has the old one from the database and not yet put it"
        + " into the cache; "
        + meanwhile.what;
  }

  @Override
  public void run(Stage stage) throws Exception {
    Prices prices = stage.prices();
    Target other = stage.world().another(Chain.ORDER_SERVICE, "order-service-2");
    Byteman.Rule held = held(stage.sku());
    other.restart(
        Arming.PLAIN
            .setting("ORDER_PRICE_FILL_WITHIN", FILL_WITHIN.toMillis() + "ms")
            .rules(List.of(held)));
    stage.waits().await("a price in the cache", BOUND, () -> isHit(other));
    PriceRead read = readOnce(prices, other);
    stage
        .waits()
        .await("the reader to be about to fill", BOUND, () -> other.log().contains(held.trace()));
    PriceWrite change = changeMeanwhile(stage, other);
    // A reader whose instance has no connection to Redis would have no say.
    stage.waits().await("a price in the cache again", BOUND, () -> isHit(other));
    Map<String, Double> fills = fills(other);
    other.release(held);
    stage
        .waits()
        .await("the reader's fill to be answered", BOUND, () -> !fills(other).equals(fills));
    Evidence evidence = stage.evidence();
    evidence.demand("heldVersion", version(read), 1);
    evidence.demand("change", change.brief(), "CHANGED");
    evidence.demand("invalidated", change.outcome() instanceof Changed c && c.invalidated(), true);
    evidence.demand("fill", risen(fills, fills(other)), "refused");
    readByBoth(stage, other);
    evidence.demand("staleReads", prices.stale(), 0);
    evidence.demand("versionRead", version(prices.history().reads().getLast()), 2);
    evidence.show("reads", prices.history().reads().size());
  }

  private static Byteman.Rule held(String sku) {
    return Byteman.Rule.hold(
        "the reader is about to fill",
        "dev.orderchain.order.price.PriceCache",
        "fill",
        "AT ENTRY",
        "$1.equals(\"%s\")".formatted(sku));
  }

  private PriceWrite changeMeanwhile(Stage stage, Target service) throws Exception {
    if (meanwhile == Meanwhile.FREEZE) {
      service.pause();
      stage.waits().awaitHit("the reader stands still", BOUND, service::isPaused);
    }
    PriceWrite change;
    try (Operator operator = stage.prices().operator()) {
      change = operator.ask(1, stage.prices().nextCents());
    }
    switch (meanwhile) {
      case FREEZE -> {
        Thread.sleep(FROZEN);
        service.resume();
      }
      case FLUSH, RESTART -> {
        // By the event, too: nobody tells a Redis that has forgotten once more.
        stage.prices().awaitTold(BOUND);
        makeForget(stage, stage.target(Chain.REDIS));
      }
    }
    return change;
  }

  private void makeForget(Stage stage, Target redis) throws Exception {
    if (meanwhile == Meanwhile.FLUSH) {
      stage
          .waits()
          .awaitHit(
              "Redis has forgotten all",
              BOUND,
              () -> RedisConnection.ask(redis.address(), "FLUSHALL").equals("OK"));
    } else {
      redis.kill();
      stage.waits().awaitHit("Redis is gone", BOUND, () -> !redis.isRunning());
      redis.start();
    }
  }

  private static PriceRead readOnce(Prices prices, Target service) {
    try (PriceReader reader = prices.reader(service)) {
      return reader.read();
    }
  }

  private static int version(PriceRead read) {
    return read.outcome() instanceof Price price ? price.version() : 0;
  }

  /** Whether another product's price comes from the cache by now, asked for by that service. */
  private static boolean isHit(Target service) throws IOException {
    try (HttpConnection http = new HttpConnection(service.address())) {
      return "prices; hit".equals(http.get("/products/" + OTHER_SKU).cacheStatus());
    }
  }

  /** How many fills have ended in which way. */
  private static Map<String, Double> fills(Target service) throws IOException {
    Map<String, Double> fills = new TreeMap<>();
    for (String outcome : OUTCOMES) {
      fills.put(
          outcome,
          Metrics.sum(service.address(), "prices_fill_total", "outcome=\"%s\"".formatted(outcome)));
    }
    return fills;
  }

  /** The outcomes of which there are more than before. */
  private static String risen(Map<String, Double> before, Map<String, Double> after) {
    return OUTCOMES.stream()
        .filter(outcome -> after.get(outcome) > before.get(outcome))
        .collect(Collectors.joining(","));
  }

  private static void readByBoth(Stage stage, Target other) throws Exception {
    Crowd one = stage.prices().readers(1, PACE, stage.target(Chain.ORDER_SERVICE));
    Crowd both = stage.prices().readers(1, PACE, other);
    Thread.sleep(READING);
    one.stop();
    both.stop();
  }
}
