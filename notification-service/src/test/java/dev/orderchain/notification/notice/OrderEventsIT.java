package dev.orderchain.notification.notice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.notification.OnRealServers;
import dev.orderchain.notification.Sample;
import dev.orderchain.notification.Surroundings;
import dev.orderchain.notification.Topic;
import dev.orderchain.notification.message.Message;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From the broker to the database. */
@QuarkusTest
public class OrderEventsIT extends OnRealServers {
  private Topic topic;

  @BeforeEach
  void open() {
    topic = new Topic(Surroundings.TOPIC, "notification-service");
  }

  @AfterEach
  void close() {
    topic.close();
  }

  @Test
  void theContractsSampleBecomesANotificationByteForByte() throws Exception {
    Sample sample = Sample.ofContract("order-placed");

    topic.send(sample);

    await().until(() -> effects(sample.eventId()) == 1);
    byte[] text =
        rows(
                "SELECT CAST(text AS BINARY) FROM notification WHERE event_id = ?",
                row -> row.getBytes(1),
                sample.eventId())
            .getFirst();
    assertArrayEquals(
        "Order placed: 3 × Green tea 🍵 from Uji 宇治 (SKU-TEA)".getBytes(StandardCharsets.UTF_8),
        text);
  }

  @Test
  void eachFactOfAnOrderBecomesANotificationInItsOrder() throws Exception {
    Sample placed = Sample.ofNewOrder();
    topic.send(placed);
    topic.send(Sample.of(placed.orderId, 2).confirmed("1250"));
    topic.send(Sample.of(placed.orderId, 3).refunded());
    Sample unpaid = Sample.of(UUID.randomUUID().toString(), 2).cancelled("OUT_OF_TIME");
    topic.send(unpaid);

    await().until(() -> effects(placed.orderId + ":3") + effects(unpaid.eventId()) == 2);
    assertEquals(
        List.of(
            "OrderPlaced Order placed: 1 × Espresso cup (SKU-1)",
            "OrderConfirmed Order confirmed: 2 × SKU-1, 12.50 EUR",
            "OrderRefunded Order refunded: 2 × SKU-1, 12.50 EUR"),
        notifications(placed.orderId));
    assertEquals(
        List.of("OrderCancelled Order cancelled (out of time): 2 × SKU-1, 12.50 EUR"),
        notifications(unpaid.orderId));
  }

  private static List<String> notifications(String orderId) {
    return texts(
        "SELECT CONCAT(kind, ' ', text) FROM notification WHERE order_id = ? ORDER BY id", orderId);
  }

  @Test
  void whatCannotBeReadIsParkedAsItCameAndItsNeighboursArrive() {
    Map<String, UnaryOperator<Sample>> bad =
        Map.of(
            "header ce_specversion is missing", s -> s.withoutHeaders(),
            "key is null", s -> s.key(null),
            "value is null", s -> s.value((byte[]) null),
            "value is not UTF-8", s -> s.value(Sample.bytes('{', 0xF0, 0x9F, 0x8D, '}')),
            "ce_type OrderEaten is not known here", s -> s.set("ce_type", "OrderEaten"));

    bad.forEach(
        (reason, change) -> {
          Sample before = Sample.ofNewOrder();
          Sample wrong = change.apply(Sample.ofNewOrder().with("x", Sample.bytes(0, 0x80)));
          Sample after = Sample.ofNewOrder();
          topic.send(before, 1);
          RecordMetadata place = topic.send(wrong, 1);
          topic.send(after, 1);

          await().until(() -> effects(before.eventId()) == 1 && effects(after.eventId()) == 1);
          assertParked(place, wrong.message(place.offset()), reason);
        });
  }

  /** Its headers too: nothing that the connector adds to a record is among them. */
  private static void assertParked(RecordMetadata place, Message message, String reason) {
    record Parked(byte[] key, byte[] value, String headers, String reason) {}
    Parked parked =
        rows(
                """
                SELECT message_key, message_value, reason,
                  (SELECT GROUP_CONCAT(name, '=', value ORDER BY i)
                   FROM JSON_TABLE(headers, '$[*]' COLUMNS (i FOR ORDINALITY,
                     name TEXT PATH '$.name', value TEXT PATH '$.value')) AS h) AS h
                FROM parked_message
                WHERE topic = ? AND topic_partition = ? AND topic_offset = ?
                """,
                row ->
                    new Parked(
                        row.getBytes(1), row.getBytes(2), row.getString("h"), row.getString(3)),
                place.topic(),
                place.partition(),
                place.offset())
            .getFirst();
    assertArrayEquals(message.key(), parked.key());
    assertArrayEquals(message.value(), parked.value());
    assertEquals(reason, parked.reason());
    List<String> headers =
        message.headers().stream()
            .map(h -> h.name() + "=" + java.util.Base64.getEncoder().encodeToString(h.value()))
            .toList();
    assertEquals(headers.isEmpty() ? null : String.join(",", headers), parked.headers());
  }

  @Test
  void theOffsetIsNotCommittedBeforeTheTransaction() {
    await().until(() -> topic.committed() == topic.end());
    long committed = topic.committed();
    double retries = counted("notification.retries");
    link.refuse();

    Sample sample = Sample.ofNewOrder();
    topic.send(sample);

    await().until(() -> counted("notification.retries") - retries >= 2);
    assertEquals(committed, topic.committed());
    RestAssured.get("/q/health/live").then().statusCode(200);
    RestAssured.get("/q/health/ready").then().statusCode(503);

    link.heal();
    await().until(() -> topic.committed() == committed + 1);
    assertEquals(1, effects(sample.eventId()));
    await().until(() -> RestAssured.get("/q/health/ready").statusCode() == 200);
  }

  /**
   * 3,000 events of 300 orders, ten to an order, while the database server is killed and stays away
   * for longer than a consumer that does not poll may stay in its group.
   */
  @Test
  void aDatabaseThatIsKilledCostsNothingAndTheConsumerKeepsItsPlace() {
    String tenant = "t-" + UUID.randomUUID();
    List<String> orders =
        IntStream.range(0, 300).mapToObj(i -> UUID.randomUUID().toString()).toList();
    String member = member();
    double retries = counted("notification.retries");

    for (int version = 1; version <= 10; version++) {
      for (String order : orders) {
        topic.send(Sample.of(order, version).tenant(tenant));
      }
      topic.flush();
      if (version == 3) {
        await().until(() -> effectsOf(tenant) > 0);
        assertTrue(TestServers.current().notificationDb().kill());
      }
    }
    await().until(() -> counted("notification.retries") - retries >= 1);
    await()
        .pollDelay(Duration.ofMillis(2 * Surroundings.MAX_POLL_INTERVAL_MILLIS))
        .until(() -> true);
    assertEquals(member, member(), "the consumer left its group while it waited");
    TestServers.current().notificationDb().start();

    await().until(() -> distinctEffectsOf(tenant) == 3_000);
    await().until(() -> topic.committed() == topic.end());
    assertEquals(3_000, effectsOf(tenant));
    assertEquals(3_000, inboxRowsOf(tenant));
    assertEquals(member, member());
    assertInOrder(tenant, orders);
  }

  private static void assertInOrder(String tenant, List<String> orders) {
    Map<String, String> versions =
        rows(
                """
                SELECT order_id, GROUP_CONCAT(SUBSTRING_INDEX(event_id, ':', -1) ORDER BY id)
                FROM notification WHERE tenant = ? GROUP BY order_id
                """,
                row -> Map.entry(row.getString(1), row.getString(2)),
                tenant)
            .stream()
            .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    for (String order : orders) {
      assertEquals("1,2,3,4,5,6,7,8,9,10", versions.get(order));
    }
  }

  private String member() {
    return await()
        .until(
            () -> {
              ConsumerGroupDescription group = topic.group();
              return group.members().stream().map(m -> m.consumerId()).toList();
            },
            members -> members.size() == 1)
        .getFirst();
  }

  @Test
  void isCounted() {
    Sample sample = Sample.ofNewOrder();
    topic.send(sample);
    await().until(() -> effects(sample.eventId()) == 1);

    await()
        .untilAsserted(
            () -> {
              String metrics = RestAssured.get("/q/metrics").asString();
              for (String meter :
                  List.of(
                      "notification_deliveries_total{outcome=\"received\"}",
                      "notification_deliveries_total{outcome=\"duplicate\"}",
                      "notification_deliveries_total{outcome=\"conflict\"}",
                      "notification_deliveries_total{outcome=\"unreadable\"}",
                      "notification_parked_total",
                      "notification_batches_total",
                      "notification_fallbacks_total",
                      "notification_retries_total")) {
                assertTrue(metrics.contains("\n" + meter + " "), meter);
              }
            });
  }
}
