package dev.orderchain.order.price;

import static dev.orderchain.order.price.PriceTopics.bytes;
import static dev.orderchain.order.price.PriceTopics.changed;
import static dev.orderchain.order.price.PriceTopics.record;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.KafkaServer;
import dev.orderchain.testbed.RedisServer;
import dev.orderchain.testbed.TestServers;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.redis.datasource.RedisDataSource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From the broker to the cache: what a writer that died has not told it. */
@QuarkusTest
class PriceEventsIT extends OnPrices {
  @Inject MeterRegistry meters;
  @Inject RedisDataSource redis;

  private final PriceTopics topics = new PriceTopics();
  private final String sku = newSku(10);

  @AfterEach
  void close() {
    topics.close();
  }

  /** What a writer leaves behind that dies between its commit and the cache. */
  private static void changeBehindTheCache(String sku, int version, long cents) {
    execute("UPDATE product SET version = ?, price_cents = ? WHERE sku = ?", version, cents, sku);
    execute(
        "INSERT INTO product_price (sku, version, price_cents, changed_by) VALUES (?, ?, ?, 'test')",
        sku,
        version,
        cents);
  }

  @Test
  void theEventEndsWhatAWriterThatDiedHasBegun() {
    warm(sku);
    changeBehindTheCache(sku, 2, 750);
    assertProduct(1, 500, read(sku));
    topics.send(changed(sku, 2));
    await().untilAsserted(() -> assertProduct(2, 750, read(sku)));
    warm(sku);
    assertProduct(2, 750, read(sku));
  }

  @Test
  void anEventThatComesAgainOrLateChangesNothing() {
    change(sku, 1, 750);
    change(sku, 2, 800);
    warm(sku);
    String floor = floor();
    double told = told("done");
    topics.send(changed(sku, 3));
    topics.send(changed(sku, 3));
    RecordMetadata late = topics.send(changed(sku, 2));
    await().until(() -> topics.isAcknowledged(late));
    assertEquals(told + 3, told("done"));
    assertEquals(floor, floor());
    assertEquals("prices; hit", read(sku).header("Cache-Status"));
    assertProduct(3, 800, read(sku));
  }

  private String floor() {
    return redis.execute("GET", "price:" + sku + ":floor").toString();
  }

  private double told(String outcome) {
    var counter =
        meters.find("prices.invalidate").tag("by", "event").tag("outcome", outcome).counter();
    return counter == null ? 0 : counter.count();
  }

  static Stream<Arguments> unreadable() {
    String good = "{\"sku\":\"x\",\"version\":2}";
    byte[] key = bytes("x");
    return Stream.of(
        Arguments.of("ce_type is not PriceChanged", record(key, bytes(good), null)),
        Arguments.of("ce_type is not PriceChanged", record(key, bytes(good), "OrderPlaced")),
        Arguments.of("ce_type is not PriceChanged", record(null, null, null)),
        Arguments.of("there is no value", record(key, null, "PriceChanged")),
        Arguments.of("the value is not JSON: ", of("{\"sku\":")),
        Arguments.of("the value is not JSON: ", of(good + "x")),
        Arguments.of("the value is not JSON: ", of("{\"sku\":\"x\",\"sku\":\"x\",\"version\":2}")),
        Arguments.of(
            "the value is not JSON: ",
            record(key, new byte[] {'"', (byte) 0xF0, '"'}, "PriceChanged")),
        Arguments.of("sku is not one", of("")),
        Arguments.of("sku is not one", of("null")),
        Arguments.of("sku is not one", of("[]")),
        Arguments.of("sku is not one", of("{\"version\":2}")),
        Arguments.of("sku is not one", of("{\"sku\":1,\"version\":2}")),
        Arguments.of("sku is not one", of("{\"sku\":\"\",\"version\":2}")),
        Arguments.of("sku is not one", of("{\"sku\":\"" + "x".repeat(65) + "\",\"version\":2}")),
        Arguments.of("version is not one", of("{\"sku\":\"x\"}")),
        Arguments.of("version is not one", of("{\"sku\":\"x\",\"version\":0}")),
        Arguments.of("version is not one", of("{\"sku\":\"x\",\"version\":-1}")),
        Arguments.of("version is not one", of("{\"sku\":\"x\",\"version\":2.5}")),
        Arguments.of("version is not one", of("{\"sku\":\"x\",\"version\":\"2\"}")),
        Arguments.of("version is not one", of("{\"sku\":\"x\",\"version\":4294967298}")));
  }

  private static ProducerRecord<byte[], byte[]> of(String value) {
    return record(bytes("x"), bytes(value), "PriceChanged");
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void whatCannotBeReadIsParkedAsItCameAndTheNextIsTaken(
      String reason, ProducerRecord<byte[], byte[]> wrong) {
    RecordMetadata place = topics.send(wrong);
    RecordMetadata next = topics.send(changed(sku, 7));
    await().until(() -> floor().startsWith("7|"));
    await().until(() -> topics.isAcknowledged(next));

    ConsumerRecord<byte[], byte[]> parked =
        topics.parked().stream().filter(record -> isFrom(place, record)).findFirst().orElseThrow();
    assertArrayEquals(wrong.key(), parked.key());
    assertArrayEquals(wrong.value(), parked.value());
    assertEquals(
        shown(wrong.headers()),
        shown(parked.headers()).stream().filter(h -> !h.startsWith("dead-letter-")).toList());
    assertTrue(header(parked, "dead-letter-reason").startsWith(reason), parked.toString());
  }

  private static boolean isFrom(RecordMetadata place, ConsumerRecord<byte[], byte[]> parked) {
    return header(parked, "dead-letter-topic").equals(place.topic())
        && header(parked, "dead-letter-partition").equals(Integer.toString(place.partition()))
        && header(parked, "dead-letter-offset").equals(Long.toString(place.offset()));
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value());
  }

  private static List<String> shown(Headers headers) {
    return Arrays.stream(headers.toArray()).map(PriceEventsIT::shown).toList();
  }

  private static String shown(Header header) {
    return header.key() + "=" + HexFormat.of().formatHex(header.value());
  }

  /** Silent, and with its entries as they were; or gone, and back without any. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theEventWaitsForRedis(boolean silent) {
    warm(sku);
    changeBehindTheCache(sku, 2, 750);
    assertProduct(1, 500, read(sku));
    RedisServer server = TestServers.current().redis();
    double failed = told("failed");
    RecordMetadata event;
    if (silent) {
      server.pause();
    } else {
      server.kill();
    }
    try {
      event = topics.send(changed(sku, 2));
      await().until(() -> told("failed") >= failed + 3);
      assertFalse(topics.isAcknowledged(event));
      RestAssured.get("/q/health/ready").then().statusCode(200);
    } finally {
      server.resume();
      server.start();
    }
    await().until(() -> topics.isAcknowledged(event));
    assertTrue(floor().startsWith("2|"), floor());
    assertProduct(2, 750, read(sku));
  }

  @Test
  void nobodyWaitsForKafka() {
    KafkaServer kafka = TestServers.current().kafka();
    kafka.kill();
    try {
      assertEverythingWorks(sku);
    } finally {
      kafka.start();
    }
    changeBehindTheCache(sku, 3, 900);
    assertProduct(2, 750, read(sku));
    topics.send(changed(sku, 3));
    await().untilAsserted(() -> assertProduct(3, 900, read(sku)));
  }

  static void assertEverythingWorks(String sku) {
    warm(sku);
    assertProduct(2, 750, change(sku, 1, 750));
    assertEquals(201, place(newKey(), body(sku, 1)).statusCode());
    warm(sku);
    assertProduct(2, 750, read(sku));
    RestAssured.get("/q/health/ready").then().statusCode(200);
    RestAssured.get("/q/health/live").then().statusCode(200);
  }
}
