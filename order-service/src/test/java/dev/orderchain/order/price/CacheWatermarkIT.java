package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The published experiment on a real Redis, with the scripts that the service runs and one that is
 * badly written. What the line says is what Redis answered.
 */
@QuarkusTest
class CacheWatermarkIT extends OnRealServers {
  private static final String EXPECTED =
      "staleFill=0 legitFill=2 sameVersionConflict=-1"
          + " partialScript=floor3/cache2 atomicGuard=MISS splitRead=STALE";
  private static final String MILLIS = "60000";

  @Inject RedisDataSource redis;

  @Test
  void anOldPriceDoesNotComeBack() {
    String observed = fills() + " " + halfInvalidated();
    String verdict = observed.equals(EXPECTED) ? "PASS" : "FAIL";
    System.out.println("cache-watermark " + verdict + " " + observed);
    assertEquals(EXPECTED, observed);
  }

  /** A reader takes the floor and reads version 2; before it fills, version 3 is committed. */
  private String fills() {
    List<String> keys = keys();
    String birth = birth(guardedRead(redis, keys));
    run(redis, Script.INVALIDATE.source(), keys, "nonce", "3", MILLIS);
    int stale = fill(keys, birth, 2, "two");
    int legitimate = fill(keys, birth, 3, "three");
    assertEquals(1, fill(keys, birth, 3, "three"));
    int conflict = fill(keys, birth, 3, "another three");
    assertNull(get(redis, keys.get(2)));
    return "staleFill=%d legitFill=%d sameVersionConflict=%d"
        .formatted(stale, legitimate, conflict);
  }

  /**
   * <pre>
   * split reader   GET floor: 2                                      GET cache: 2 │ not below 2
   * writer                       floor = 3, failure, no DEL
   * guarded reader                                          MISS
   * </pre>
   */
  private String halfInvalidated() {
    List<String> keys = keys();
    assertEquals(2, fill(keys, birth(guardedRead(redis, keys)), 2, "two"));
    var floorIsRead = new CompletableFuture<Void>().orTimeout(10, TimeUnit.SECONDS);
    var floorIsRaised = new CompletableFuture<Void>().orTimeout(10, TimeUnit.SECONDS);
    CompletableFuture<Split> split =
        CompletableFuture.supplyAsync(
            () -> alone(own -> splitRead(own, keys, floorIsRead, floorIsRaised)));
    floorIsRead.join();
    Half half = alone(own -> halfInvalidate(own, keys));
    floorIsRaised.complete(null);
    Split read = split.join();
    assertNotEquals(half.connection(), read.connection());
    return "partialScript=floor%d/cache%d atomicGuard=%s splitRead=%s"
        .formatted(half.floor(), half.cached(), half.guarded(), read.judged(half.floor()));
  }

  /** On a connection of its own. */
  private <T> T alone(Function<RedisDataSource, T> side) {
    AtomicReference<T> outcome = new AtomicReference<>();
    redis.withConnection(own -> outcome.set(side.apply(own)));
    return outcome.get();
  }

  private static Split splitRead(
      RedisDataSource own,
      List<String> keys,
      CompletableFuture<Void> floorIsRead,
      CompletableFuture<Void> floorIsRaised) {
    int floor = version(get(own, keys.get(1)));
    floorIsRead.complete(null);
    floorIsRaised.join();
    return new Split(connection(own), floor, version(get(own, keys.get(2))));
  }

  private record Split(long connection, int floor, int cached) {
    /**
     * @param now the floor while the entry was read
     */
    String judged(int now) {
      if (cached < floor) {
        return "MISS";
      }
      return cached < now ? "STALE" : "FRESH";
    }
  }

  private static Half halfInvalidate(RedisDataSource own, List<String> keys) {
    Exception failure =
        assertThrows(Exception.class, () -> run(own, text("half_invalidate.lua"), keys, "3"));
    assertTrue(failure.getMessage().contains("not an integer"), failure::toString);
    return new Half(
        connection(own),
        version(get(own, keys.get(1))),
        version(get(own, keys.get(2))),
        guardedRead(own, keys).type() == ResponseType.MULTI ? "MISS" : "HIT");
  }

  private record Half(long connection, int floor, int cached, String guarded) {}

  private static String text(String file) throws IOException {
    try (InputStream script = CacheWatermarkIT.class.getResourceAsStream(file)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static long connection(RedisDataSource own) {
    return own.execute("CLIENT", "ID").toLong();
  }

  private static List<String> keys() {
    String sku = "T-" + UUID.randomUUID();
    return List.of("price:epoch", "price:" + sku + ":floor", "price:" + sku + ":cache");
  }

  private static Response guardedRead(RedisDataSource redis, List<String> keys) {
    return run(redis, Script.GUARDED_READ.source(), keys, "nonce", MILLIS);
  }

  private static String birth(Response miss) {
    assertEquals(ResponseType.MULTI, miss.type());
    return miss.get(0).toString();
  }

  private int fill(List<String> keys, String birth, int version, String content) {
    return run(
            redis,
            Script.FILL.source(),
            keys,
            "nonce",
            birth,
            Integer.toString(version),
            content,
            MILLIS)
        .toInteger();
  }

  private static Response run(
      RedisDataSource redis, String script, List<String> keys, String... arguments) {
    return redis.execute(
        "EVAL",
        Stream.of(Stream.of(script, "3"), keys.stream(), Stream.of(arguments))
            .flatMap(words -> words)
            .toArray(String[]::new));
  }

  private static String get(RedisDataSource redis, String key) {
    Response value = redis.execute("GET", key);
    return value == null ? null : value.toString();
  }

  private static int version(String entry) {
    return Integer.parseInt(entry.substring(0, entry.indexOf('|')));
  }
}
