package dev.orderchain.drills.drill.cache;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.PriceRead;
import dev.orderchain.drills.history.PriceRead.Failed;
import dev.orderchain.drills.history.PriceRead.Price;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Prices;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.stage.Times;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Redis is killed in mid-traffic and started again after a while. Prices are read from the database
 * meanwhile, and orders do not notice.
 */
public final class CacheAway implements Drill {
  private static final Duration BEFORE = Duration.ofSeconds(3);
  private static final Duration AWAY = Duration.ofSeconds(5);
  private static final Duration AFTERWARDS = Duration.ofSeconds(2);
  private static final Duration BOUND = Duration.ofSeconds(90);

  /** Of a read or an order on a machine that is busy with all of the chain. */
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(3);

  private static final int SHOPPERS = 2;
  private static final Duration SHOPPING_PACE = Duration.ofMillis(50);
  private static final int READERS = 4;
  private static final Duration READING_PACE = Duration.ofMillis(10);
  private static final Duration CHANGING_PACE = Duration.ofMillis(300);
  private static final String HIT = "prices; hit";
  private static final String BYPASS = "prices; fwd=bypass";
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String name() {
    return "cache-redis-killed";
  }

  @Override
  public String fault() {
    return "Redis is killed while prices are read and changed and orders are placed, and stays away"
        + " for "
        + AWAY.toSeconds()
        + " s";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Prices prices = stage.prices();
    Target redis = stage.target(Chain.REDIS);
    Target service = stage.target(Chain.ORDER_SERVICE);
    stage.crowd(SHOPPERS, SHOPPING_PACE);
    prices.readers(READERS, READING_PACE, service);
    prices.changing(CHANGING_PACE);
    stage.waits().await("prices from the cache", BOUND, () -> readsFrom(prices, HIT) > 100);
    Thread.sleep(BEFORE);
    Instant killed = Instant.now();
    redis.kill();
    stage
        .waits()
        .awaitHit(
            "Redis is gone, and prices are read past it",
            BOUND,
            () -> !redis.isRunning() && readsFrom(prices, BYPASS) > 0);
    Thread.sleep(AWAY);
    Health health = Health.of(service);
    Instant back = Instant.now();
    redis.start();
    stage.evidence().mark(Lane.FAULT, killed, "Redis away");
    stage.waits().await("prices from the cache", BOUND, () -> hitAfter(prices, back).isPresent());
    Instant hitAgain = hitAfter(prices, back).orElseThrow();
    stage.evidence().mark(Lane.RECOVERY, back, "prices are read from the cache");
    Thread.sleep(AFTERWARDS);
    stage.rest(back);
    count(stage, new Span(killed, back), health, hitAgain);
  }

  private static void count(Stage stage, Span away, Health health, Instant hitAgain)
      throws Exception {
    Evidence evidence = stage.evidence();
    Span usual = new Span(evidence.began(), away.from());
    countOrders(stage, usual, away);
    countReads(stage, usual, away);
    Prices prices = stage.prices();
    evidence.demand("health", health.status(), "UP");
    evidence.demand("cache", health.cache(), "degraded");
    evidence.show("hitsAgainAfterMs", Duration.between(away.to(), hitAgain).toMillis());
    evidence.show("priceChanges", prices.version() - 1);
    prices.awaitTold(BOUND);
    evidence.demand("staleReads", prices.stale(), 0);
  }

  private static void countOrders(Stage stage, Span usual, Span away) {
    List<Attempt> orders = stage.history().attempts().stream().filter(away::has).toList();
    Times times = orderTimes(stage, away);
    Evidence evidence = stage.evidence();
    evidence.show("ordersWhileAway", orders.size());
    evidence.demand("ordersGoOn", !orders.isEmpty(), true);
    evidence.demand(
        "ordersNotPlaced",
        orders.stream().filter(order -> !(order.answer() instanceof Answer.Placed)).count(),
        0);
    show(evidence, "order", orderTimes(stage, usual), times);
    evidence.demand("ordersInTime", times.areWithin(ANSWERED_WITHIN), true);
  }

  private static void countReads(Stage stage, Span usual, Span away) {
    List<PriceRead> reads = stage.prices().history().reads().stream().filter(away::has).toList();
    Times times = readTimes(stage, away);
    Evidence evidence = stage.evidence();
    evidence.show("readsWhileAway", reads.size());
    evidence.demand(
        "readsFailed", reads.stream().filter(read -> read.outcome() instanceof Failed).count(), 0);
    show(evidence, "read", readTimes(stage, usual), times);
    evidence.demand("readsInTime", times.areWithin(ANSWERED_WITHIN), true);
  }

  /** Before the fault, and while it lasted. */
  private static void show(Evidence evidence, String what, Times usual, Times away) {
    evidence.show(what + "P99Ms", usual.p99().toMillis() + "/" + away.p99().toMillis());
    evidence.show(what + "LongestMs", usual.longest().toMillis() + "/" + away.longest().toMillis());
  }

  private static Times orderTimes(Stage stage, Span span) {
    return Times.of(
        stage.history().attempts().stream()
            .filter(span::has)
            .map(order -> Duration.between(order.asked(), order.answered())));
  }

  private static Times readTimes(Stage stage, Span span) {
    return Times.of(
        stage.prices().history().reads().stream()
            .filter(span::has)
            .map(read -> Duration.between(read.asked(), read.answered())));
  }

  private static long readsFrom(Prices prices, String from) {
    return prices.history().reads().stream().filter(read -> isFrom(read, from)).count();
  }

  /** When a price was first had from the cache that was asked for after that. */
  private static Optional<Instant> hitAfter(Prices prices, Instant time) {
    return prices.history().reads().stream()
        .filter(read -> read.asked().isAfter(time) && isFrom(read, HIT))
        .map(PriceRead::answered)
        .findFirst();
  }

  private static boolean isFrom(PriceRead read, String from) {
    return read.outcome() instanceof Price price && price.from().equals(from);
  }

  private record Span(Instant from, Instant to) {
    boolean has(Attempt order) {
      return order.asked().isAfter(from) && order.answered().isBefore(to);
    }

    boolean has(PriceRead read) {
      return read.asked().isAfter(from) && read.answered().isBefore(to);
    }
  }

  /** What order-service says of itself. */
  private record Health(String status, String cache) {

    static Health of(Target service) throws IOException {
      try (HttpConnection http = new HttpConnection(service.address())) {
        JsonNode health = JSON.readTree(http.get("/q/health").body());
        String cache = "not there";
        for (JsonNode check : health.path("checks")) {
          if (check.path("name").asText().equals("price-cache")) {
            cache = check.path("data").path("state").asText();
          }
        }
        return new Health(health.path("status").asText(), cache.split(":")[0]);
      }
    }
  }
}
