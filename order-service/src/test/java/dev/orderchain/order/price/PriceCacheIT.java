package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.order.price.PriceCache.Away;
import dev.orderchain.order.price.PriceCache.By;
import dev.orderchain.order.price.PriceCache.Hit;
import dev.orderchain.order.price.PriceCache.Look;
import dev.orderchain.order.price.PriceCache.Miss;
import dev.orderchain.testbed.TestServers;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.redis.client.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What Redis may lose, keep or get back is a miss, and never lets an old price in. */
@QuarkusTest
@WithTestResource(value = PatientScripts.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class PriceCacheIT extends OnRealServers {
  private static final String EPOCH = "price:epoch";

  @Inject PriceCache cache;
  @Inject PriceSettings settings;
  @Inject MeterRegistry meters;
  @Inject RedisDataSource redis;

  private final String sku = "T-" + UUID.randomUUID();
  private final String floor = "price:" + sku + ":floor";
  private final String entry = "price:" + sku + ":cache";

  @Test
  void theFloorIsNeverLowered() {
    assertTrue(invalidate(5));
    String high = get(floor);
    assertTrue(high.startsWith("5|"), high);
    assertTrue(invalidate(3));
    assertEquals(high, get(floor));
    assertTrue(invalidate(5));
    assertEquals(high, get(floor));
  }

  @Test
  void invalidatingRemovesAnOlderEntryAndKeepsANewer() {
    assertEquals("stored", fill(birth(), 2, "two"));
    invalidate(2);
    assertEquals(new Hit(2, "two"), read());
    invalidate(4);
    assertNull(get(entry));
    assertEquals("stored", fill(birth(), 4, "four"));
    invalidate(3);
    invalidate(4);
    assertEquals(new Hit(4, "four"), read());
  }

  @Test
  void fillingRaisesTheFloor() {
    String birth = birth();
    assertEquals("stored", fill(birth, 3, "three"));
    assertEquals("refused", fill(birth, 2, "two"));
    assertEquals("same", fill(birth, 3, "three"));
    assertEquals(new Hit(3, "three"), read());
  }

  @Test
  void afterFlushallNoEarlierReaderFills() {
    noEarlierReaderFillsAfter(() -> redis.execute("FLUSHALL"));
  }

  @Test
  void afterARestartOfRedisNoEarlierReaderFills() {
    noEarlierReaderFillsAfter(this::restartRedis);
  }

  @Test
  void afterTheFloorWasEvictedNoEarlierReaderFills() {
    noEarlierReaderFillsAfter(() -> redis.execute("DEL", floor));
  }

  @Test
  void afterTheEpochWasEvictedNoEarlierReaderFills() {
    noEarlierReaderFillsAfter(() -> redis.execute("DEL", EPOCH));
  }

  /** As a replica that was behind when it was promoted: another process, with all keys. */
  @Test
  void afterAFailoverToAnOlderCopyNoEarlierReaderFills() {
    noEarlierReaderFillsAfter(
        () -> {
          Map<String, String> copy = copy();
          invalidate(3);
          restartRedis();
          restore(copy);
        });
  }

  /** As a primary that comes back with what it had: the same process, and all keys. */
  @Test
  void afterATimeAsAReplicaNoEarlierReaderFills() {
    noEarlierReaderFillsAfter(
        () -> {
          redis.execute("REPLICAOF", "127.0.0.1", "1");
          redis.execute("REPLICAOF", "NO", "ONE");
        });
  }

  @Test
  void afterAFailoverToAnOlderCopyItsEntryIsNotServed() {
    assertEquals("stored", fill(birth(), 2, "two"));
    Map<String, String> copy = copy();
    invalidate(3);
    restartRedis();
    restore(copy);
    birth();
    assertNull(get(entry));
  }

  /** The entry of before is not served either, in whichever order they come back. */
  private void noEarlierReaderFillsAfter(Runnable loss) {
    String before = birth();
    assertEquals("stored", fill(before, 2, "two"));
    loss.run();
    assertEquals("refused", fill(before, 2, "two"));
    String after = birth();
    assertEquals(after, birth());
    assertEquals("refused", fill(before, 3, "three"));
    assertEquals("stored", fill(after, 3, "three"));
    assertEquals(new Hit(3, "three"), read());
  }

  @Test
  void aRedisThatHasForgottenTheScriptsLearnsThemAgain() {
    forgetScripts();
    String birth = birth();
    forgetScripts();
    assertEquals("stored", fill(birth, 2, "two"));
    forgetScripts();
    assertEquals(new Hit(2, "two"), read());
    forgetScripts();
    assertTrue(invalidate(3));
    forgetScripts();
    assertEquals(get(EPOCH), cache.epoch().await().indefinitely());
  }

  @Test
  void aKeyOfAnotherTypeIsACacheThatIsAway() {
    for (String key : List.of(EPOCH, floor, entry)) {
      String birth = birth();
      redis.execute("DEL", key);
      redis.execute("RPUSH", key, "no string");
      assertEquals(new Away(), read(), key);
      assertEquals("failed", fill(birth, 2, "two"), key);
      assertFalse(invalidate(3), key);
      redis.execute("DEL", key);
    }
    birth();
  }

  /** So nothing stays for good, and what is asked for by a wrong name stays for a short time. */
  @Test
  void anEntryIsOutlivedByItsFloor() {
    String birth = birth();
    long shortly = settings.fillWithin().toMillis();
    long untilFill = millisLeft(floor);
    assertTrue(untilFill > 0 && untilFill <= shortly, () -> "floor of a miss: " + untilFill);

    assertEquals("stored", fill(birth, 2, "two"));
    assertTrue(expiry(entry) <= expiry(floor), "the floor goes first");
    assertLong(entry);
    assertLong(floor);
    invalidate(3);
    assertLong(floor);
  }

  private void assertLong(String key) {
    long left = millisLeft(key);
    assertTrue(
        left > settings.fillWithin().toMillis() && left <= settings.ttl().toMillis(),
        () -> key + ": " + left);
  }

  @Test
  void twoContentsOfOneVersionAreLoggedAndNeitherIsKept() {
    List<String> logged = new CopyOnWriteArrayList<>();
    Handler handler = into(logged);
    Logger logger = Logger.getLogger(PriceCache.class.getName());
    logger.addHandler(handler);
    try {
      String birth = birth();
      assertEquals("stored", fill(birth, 2, "two"));
      assertEquals("conflict", fill(birth, 2, "another two"));
      await().until(() -> logged.stream().anyMatch(line -> line.contains(sku)));
    } finally {
      logger.removeHandler(handler);
    }
    birth();
    assertNull(get(entry));
  }

  private static Handler into(List<String> lines) {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        lines.add(line.getMessage().formatted(line.getParameters()));
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  private Look read() {
    return cache.read(sku).await().indefinitely();
  }

  /** Told to a reader that misses. */
  private String birth() {
    return assertInstanceOf(Miss.class, read()).birth();
  }

  private boolean invalidate(int version) {
    return cache.invalidate(sku, version, By.EVENT).await().indefinitely();
  }

  /** The outcome, as it is counted. */
  private String fill(String birth, int version, String content) {
    Map<String, Double> before = fills();
    cache.fill(sku, birth, version, content);
    await().until(() -> !fills().equals(before));
    return fills().entrySet().stream()
        .filter(now -> !now.getValue().equals(before.get(now.getKey())))
        .map(Map.Entry::getKey)
        .collect(Collectors.joining());
  }

  private Map<String, Double> fills() {
    return meters.find("prices.fill").counters().stream()
        .collect(Collectors.toMap(fill -> fill.getId().getTag("outcome"), Counter::count));
  }

  private void restartRedis() {
    TestServers.current().redis().kill();
    TestServers.current().redis().start();
    await().until(() -> redis.execute("PING") != null);
  }

  private void forgetScripts() {
    redis.execute("SCRIPT", "FLUSH");
  }

  private Map<String, String> copy() {
    return Stream.of(EPOCH, floor, entry).collect(Collectors.toMap(key -> key, this::get));
  }

  private void restore(Map<String, String> copy) {
    copy.forEach((key, value) -> redis.execute("SET", key, value));
  }

  private String get(String key) {
    Response value = redis.execute("GET", key);
    return value == null ? null : value.toString();
  }

  private long millisLeft(String key) {
    return redis.execute("PTTL", key).toLong();
  }

  private long expiry(String key) {
    return redis.execute("PEXPIRETIME", key).toLong();
  }
}
