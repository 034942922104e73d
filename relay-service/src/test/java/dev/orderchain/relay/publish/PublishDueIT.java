package dev.orderchain.relay.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.relay.OnRealServers;
import dev.orderchain.relay.Settings;
import dev.orderchain.relay.outbox.Claim;
import dev.orderchain.relay.outbox.Outbox;
import dev.orderchain.relay.outbox.Settlement;
import dev.orderchain.relay.parked.ParkedEvents;
import dev.orderchain.testbed.TestServers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the outbox to Kafka, with real servers that come and go. */
@QuarkusTest
class PublishDueIT extends OnRealServers {
  @Inject Outbox outbox;
  @Inject Settlement settlement;
  @Inject ParkedEvents parked;
  @Inject Topics topics;

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  @BeforeEach
  void empty() throws Exception {
    topics.ensure();
    execute("DELETE FROM outbox");
  }

  /** A relay of the test's own. */
  private final class Relay implements AutoCloseable {
    final Sender sender;
    final PublishDue publishDue;

    Relay(Settings settings) {
      this(settings, () -> false);
    }

    Relay(Settings settings, BooleanSupplier stopping) {
      sender =
          new Sender(
              kafka(),
              settings,
              row -> QuarkusTransaction.requiringNew().call(() -> outbox.payload(row)));
      publishDue = new PublishDue(outbox, settlement, sender, settings, stopping, meters);
    }

    @Override
    public void close() {
      sender.close();
    }
  }

  /** Each event goes to the topic, and under the key, that its sample has. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "order-placed",
        "order-confirmed",
        "order-cancelled",
        "order-refunded",
        "price-changed"
      })
  void sendsTheEventAsTheContractSays(String name) throws Exception {
    JsonNode sample = contract(name + ".sample.json");
    JsonNode headers = sample.get("headers");
    String event = headers.get("ce_id").textValue();
    String key = sample.get("key").textValue();
    execute(
        """
        INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, topic, payload,
                            traceparent, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        event,
        key,
        event.substring(key.length() + 1),
        headers.get("ce_type").textValue(),
        sample.get("topic").textValue(),
        sample.get("value").toString(),
        headers.get("traceparent").textValue(),
        headers.get("ce_time").textValue().replace("Z", ""));
    try (Relay relay = new Relay(TestSettings.PATIENT)) {
      relay.publishDue.run();
    }

    ConsumerRecord<String, byte[]> record =
        sent(key).stream().filter(one -> eventId(one).equals(event)).findFirst().orElseThrow();
    assertEquals(sample.get("topic").textValue(), record.topic());
    assertEquals(sample.get("value"), new ObjectMapper().readTree(record.value()));
    assertEquals(headers.size(), record.headers().toArray().length);
    for (var header : headers.properties()) {
      String expected = header.getValue().textValue();
      String sent = header(record, header.getKey());
      if (header.getKey().equals("ce_time")) {
        assertEquals(Instant.parse(expected), Instant.parse(sent));
      } else {
        assertEquals(expected, sent, header.getKey());
      }
    }
    assertEquals("SENT", stateOf(event));
  }

  /**
   * 2,000 events of 100 orders and 100 products, two relays, a lease so short that each keeps
   * taking over the other's claims: every event arrives, and first in version order.
   */
  @Test
  void twoRelaysWithAShortLeaseKeepTheOrderOfEachOrderAndProduct() throws Exception {
    int versions = 10;
    Map<String, String> topics = new HashMap<>();
    for (int i = 0; i < 100; i++) {
      topics.put(newOrderId(), ORDERS);
      topics.put("SKU-" + newOrderId(), PRODUCTS);
    }
    try (Connection owner = owner()) {
      owner.setAutoCommit(false);
      for (int version = 1; version <= versions; version++) {
        for (String id : topics.keySet()) {
          plant(owner, topics.get(id), id, version, "{}");
        }
      }
      owner.commit();
    }

    Settings settings = new TestSettings(50, Duration.ofMillis(50), Duration.ofSeconds(10));
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<?>> relays = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        relays.add(
            threads.submit(
                () -> {
                  try (Relay relay = new Relay(settings)) {
                    // Whatever surfaces here, a deadlock for one, fails the test.
                    while (!done.get()) {
                      relay.publishDue.run();
                    }
                  }
                  return null;
                }));
      }
      await().until(() -> unsent() == 0 || relays.stream().anyMatch(Future::isDone));
      done.set(true);
      for (Future<?> relay : relays) {
        relay.get();
      }
    }

    Map<String, Set<String>> first = new HashMap<>();
    int deliveries = 0;
    for (var record : records()) {
      if (topics.containsKey(record.key())) {
        assertEquals(topics.get(record.key()), record.topic());
        deliveries++;
        first.computeIfAbsent(record.key(), k -> new LinkedHashSet<>()).add(eventId(record));
      }
    }
    assertEquals(topics.keySet(), first.keySet());
    for (String id : topics.keySet()) {
      List<String> expected = new ArrayList<>();
      for (int version = 1; version <= versions; version++) {
        expected.add(id + ":" + version);
      }
      assertEquals(expected, List.copyOf(first.get(id)));
    }
    assertTrue(deliveries >= topics.size() * versions);
    assertEquals(
        topics.size() * versions, number("SELECT COUNT(*) FROM outbox WHERE state = 'SENT'"));
  }

  /** An id is drawn at the insert; the transaction may commit long after later ones. */
  @Test
  void rowThatCommitsLateIsNotSkipped() throws Exception {
    String late = newOrderId();
    try (Relay relay = new Relay(TestSettings.PATIENT);
        Connection slow = owner()) {
      slow.setAutoCommit(false);
      plant(slow, late, 1, "{}");
      // Later rows are sent, pass after pass, until the low-water mark is beyond the late one.
      long mark = System.nanoTime() + 3 * TestSettings.PATIENT.lowWaterLag().toNanos();
      do {
        String event = plant(newOrderId(), 1);
        await()
            .until(
                () -> {
                  relay.publishDue.run();
                  return stateOf(event).equals("SENT");
                });
      } while (System.nanoTime() < mark);
      slow.commit();
      await()
          .until(
              () -> {
                relay.publishDue.run();
                return stateOf(late + ":1").equals("SENT");
              });
    }
    assertEquals(1, sent(late).size());
  }

  @Test
  void tooLargeRecordIsParkedAndItsNeighboursArrive() throws Exception {
    String before = newOrderId();
    String large = newOrderId();
    String after = newOrderId();
    plant(before, 1);
    plant(large, 1, "{\"x\":\"" + "x".repeat(1_100_000) + "\"}");
    plant(large, 2);
    plant(after, 1);
    try (Relay relay = new Relay(TestSettings.PATIENT)) {
      relay.publishDue.run();
      relay.publishDue.sweepNext();
      relay.publishDue.run();
      assertEquals("SENT", stateOf(before + ":1"));
      assertEquals("SENT", stateOf(after + ":1"));
      assertEquals("PARKED", stateOf(large + ":1"));
      assertEquals("PENDING", stateOf(large + ":2"));
      assertTrue(
          text("SELECT last_error FROM outbox WHERE event_id = ?", large + ":1")
              .startsWith("RecordTooLargeException"));
      assertEquals(List.of(), sent(large));

      QuarkusTransaction.requiringNew().call(() -> parked.discard(large + ":1"));
      relay.publishDue.sweepNext();
      relay.publishDue.run();
    }
    assertEquals(1, sent(before).size());
    assertEquals(1, sent(after).size());
    assertEquals(List.of(large + ":2"), sent(large).stream().map(r -> eventId(r)).toList());
  }

  @Test
  void eventForATopicThatIsNotOursIsParkedAndItsNeighboursArrive() throws Exception {
    String before = newOrderId();
    String after = newOrderId();
    plant(before, 1);
    String lost;
    try (Connection owner = owner()) {
      lost = plant(owner, "no-such-topic", "SKU-1", 2, "{}");
    }
    plant(after, 1);
    try (Relay relay = new Relay(TestSettings.PATIENT)) {
      relay.publishDue.run();
    }
    assertEquals("PARKED", stateOf(lost));
    assertEquals(
        "topic no-such-topic is not in relay.topics",
        text("SELECT last_error FROM outbox WHERE event_id = ?", lost));
    assertEquals("SENT", stateOf(before + ":1"));
    assertEquals("SENT", stateOf(after + ":1"));
  }

  @Test
  void brokerAwayMarksNothingAndLosesNothing() throws Exception {
    Settings settings = new TestSettings(100, Duration.ofSeconds(60), Duration.ofSeconds(1));
    List<String> orders = new ArrayList<>();
    try (Relay relay = new Relay(settings)) {
      relay.publishDue.run();
      TestServers.current().kafka().kill();
      try {
        for (int i = 0; i < 20; i++) {
          orders.add(newOrderId());
          plant(orders.get(i), 1);
        }
        for (int i = 0; i < 3; i++) {
          assertTrue(relay.publishDue.run().brokerAway());
          assertEquals(20, number("SELECT COUNT(*) FROM outbox WHERE state = 'PENDING'"));
        }
        // An outage is not held against the events.
        assertEquals(0, number("SELECT SUM(attempts) FROM outbox"));
      } finally {
        TestServers.current().kafka().start();
      }
      await()
          .until(
              () -> {
                relay.publishDue.run();
                return unsent() == 0;
              });
    }
    for (String order : orders) {
      assertTrue(sent(order).size() >= 1, order);
    }
  }

  @Test
  void databaseKilledBetweenSendAndMarkDeliversAgain() throws Exception {
    String order = newOrderId();
    plant(order, 1);
    Settings settings = new TestSettings(100, Duration.ofMillis(500), Duration.ofSeconds(10));
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (Relay relay = new Relay(settings)) {
      Sender killing =
          new Sender(kafka(), settings, row -> new byte[0]) {
            @Override
            Map<Claim.Row, Verdict> send(Claim claim, BooleanSupplier stop) {
              Map<Claim.Row, Verdict> verdicts = super.send(claim, stop);
              TestServers.current().orderDb().kill();
              return verdicts;
            }
          };
      try (killing) {
        new PublishDue(outbox, settlement, killing, settings, () -> false, meters).run();
      } catch (Exception e) {
        failure.set(e);
      } finally {
        TestServers.current().orderDb().start();
      }
      assertTrue(failure.get() != null, "the mark went through without a database");
      assertEquals("CLAIMED", stateOf(order + ":1"));
      await()
          .until(
              () -> {
                relay.publishDue.run();
                return stateOf(order + ":1").equals("SENT");
              });
    }
    assertEquals(2, sent(order).size());
    assertEquals(2, number("SELECT claim_version FROM outbox WHERE aggregate_id = ?", order));
  }

  @Test
  void stoppingRelayGivesBackWhatItHasNotSent() throws Exception {
    for (int i = 0; i < 10; i++) {
      plant(newOrderId(), 1);
    }
    // It learns that it is to stop when it has claimed and not sent.
    try (Relay relay = new Relay(TestSettings.PATIENT, () -> true)) {
      relay.publishDue.run();
    }
    assertEquals(
        10, number("SELECT COUNT(*) FROM outbox WHERE state = 'PENDING' AND claim_version = 1"));
  }

  private static long unsent() {
    return number("SELECT COUNT(*) FROM outbox WHERE state <> 'SENT'");
  }

  private static List<ConsumerRecord<String, byte[]>> sent(String key) {
    return records().stream().filter(record -> key.equals(record.key())).toList();
  }
}
