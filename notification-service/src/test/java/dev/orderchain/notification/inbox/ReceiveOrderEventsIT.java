package dev.orderchain.notification.inbox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.OnRealServers;
import dev.orderchain.notification.Refusal;
import dev.orderchain.notification.Sample;
import dev.orderchain.notification.Stopping;
import dev.orderchain.notification.message.Message;
import dev.orderchain.notification.notice.OrderEventsIT;
import dev.orderchain.notification.parked.ParkedMessages;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of messages that are handed over; how they come is {@link OrderEventsIT}'s. */
@QuarkusTest
class ReceiveOrderEventsIT extends OnRealServers {
  @Inject Inbox inbox;
  @Inject ParkedMessages parkedMessages;
  @Inject NotificationSettings settings;

  private ReceiveOrderEvents receiveOrderEvents;

  @BeforeEach
  void receiveOrderEvents() {
    receiveOrderEvents = receivers.of(notices.effect);
  }

  @Test
  void aSecondDeliveryIsADuplicateAndOtherContentAConflict() {
    Sample sample = Sample.ofNewOrder();
    double duplicates = counted("notification.deliveries", "outcome", "duplicate");
    double conflicts = counted("notification.deliveries", "outcome", "conflict");

    receive(sample);
    receive(sample);
    Message other = sample.quantity("2").message();
    receive(other);
    receive(other);

    assertEquals(1, inboxRows(sample.eventId()));
    assertEquals(
        List.of("Order placed: 1 × Espresso cup (SKU-1)"),
        texts("SELECT text FROM notification WHERE event_id = ?", sample.eventId()));
    assertEquals(
        List.of("conflict: event " + sample.eventId() + " was received with other content"),
        parkedReasons(other.key()));
    assertEquals(1, counted("notification.deliveries", "outcome", "duplicate") - duplicates);
    assertEquals(2, counted("notification.deliveries", "outcome", "conflict") - conflicts);
  }

  @Test
  void deliveriesOfOneEventInOneBatchAreToldApartToo() {
    Sample first = Sample.ofNewOrder();
    Message message = first.message();
    Message again = first.message();
    Message other = first.quantity("2").message();

    receive(message, again, other, again);

    assertEquals(1, inboxRows(first.eventId()));
    assertEquals(1, effects(first.eventId()));
    assertEquals(1, parkedReasons(message.key()).size());
  }

  @Test
  void idsAreComparedByteForByte() {
    String id = UUID.randomUUID().toString();
    List<String> ids = List.of(id + "e", id + "E", id + "é", id + "e\u0301", id + "e ");

    receive(
        ids.stream()
            .map(each -> Sample.ofNewOrder().set("ce_id", each).message())
            .toArray(Message[]::new));

    for (String each : ids) {
      assertEquals(1, inboxRows(each), each);
      assertEquals(1, effects(each), each);
    }
  }

  @Test
  void whatAnotherConsumerHasReceivedIsNewHere() {
    Sample known = Sample.ofNewOrder();
    Sample others = Sample.ofNewOrder();
    receive(known);
    execute(
        "INSERT INTO inbox (consumer_name, event_id, payload_hash)"
            + " SELECT 'another-consumer', ?, payload_hash FROM inbox WHERE event_id = ?",
        others.eventId(),
        known.eventId());

    // The known one makes it look at what the inbox has.
    receive(known.message(), others.message());

    assertEquals(1, effects(others.eventId()));
    assertEquals(List.of(), parkedReasons(others.message().key()));
  }

  @Test
  void aFailureBeforeTheCommitLeavesNothingAndTheNextTrySucceeds() throws Exception {
    String tenant = newTenant();
    Sample sample = Sample.ofNewOrder().tenant(tenant);
    double retries = counted("notification.retries");

    try (Refusal deadlock = Refusal.of(tenant, "40001", 1213)) {
      CompletableFuture<Boolean> done = receiveInBackground(sample.message());
      await().until(() -> counted("notification.retries") - retries >= 2);
      assertEquals(0, inboxRows(sample.eventId()), "inbox row without its effect");
      assertEquals(0, effects(sample.eventId()));
      deadlock.close();
      assertTrue(done.get());
    }

    assertEquals(1, inboxRows(sample.eventId()));
    assertEquals(1, effects(sample.eventId()));
    assertEquals(List.of(), parkedReasons(sample.message().key()));
  }

  @Test
  void whatTheDatabaseRefusesIsParkedAndItsNeighboursArrive() {
    String tenant = newTenant();
    Message bad = Sample.ofNewOrder().tenant(tenant).with("extra", Sample.bytes(0, 255)).message();
    List<Sample> good = IntStream.range(0, 4).mapToObj(i -> Sample.ofNewOrder()).toList();
    double fallbacks = counted("notification.fallbacks");

    try (Refusal refusal = Refusal.of(tenant, "45000", 1644)) {
      receive(
          good.get(0).message(),
          good.get(1).message(),
          bad,
          good.get(2).message(),
          good.get(3).message());
      receive(bad);
    }

    for (Sample each : good) {
      assertEquals(1, inboxRows(each.eventId()));
      assertEquals(1, effects(each.eventId()));
    }
    assertEquals(0, effectsOf(tenant));
    assertEquals(0, inboxRows(new String(bad.key()) + ":1"));
    assertEquals(
        List.of("the database refuses it: refused by the test (1644)"), parkedReasons(bad.key()));
    assertParked(bad);
    assertEquals(1, counted("notification.fallbacks") - fallbacks);
  }

  @Test
  void anUnreadableMessageIsParkedInTheSameTransactionAsItsNeighbours() {
    Sample before = Sample.ofNewOrder();
    Sample after = Sample.ofNewOrder();
    Message bad = Sample.ofNewOrder().value(Sample.bytes(0xFF, 0, '\'', '\\')).message();
    double fallbacks = counted("notification.fallbacks");

    receive(before.message(), bad, after.message());
    receive(bad);

    assertEquals(1, effects(before.eventId()));
    assertEquals(1, effects(after.eventId()));
    assertEquals(List.of("value is not UTF-8"), parkedReasons(bad.key()));
    assertParked(bad);
    assertEquals(0, counted("notification.fallbacks") - fallbacks);
  }

  @Test
  void theSamePlaceInATopicThatWasMadeAgainIsAnotherMessage() {
    Sample sample = Sample.ofNewOrder().value("1");
    Message first = sample.message();
    Message second = sample.value("2").message(first.offset());

    receive(first);
    receive(second);
    receive(first);

    assertEquals(2, parkedReasons(first.key()).size());
  }

  @Test
  void theLargestMessageIsParkedWithAsMuchAsFits() {
    Sample sample = Sample.ofNewOrder().value(new byte[9 << 20]).with("h", new byte[9 << 20]);

    receive(sample.message());

    assertEquals(
        List.of(ParkedMessages.KEPT_BYTES + " " + sample.message().size()),
        texts(
            "SELECT CONCAT(LENGTH(message_value), ' ', bytes) FROM parked_message"
                + " WHERE message_key = ?",
            sample.message().key()));
  }

  @Test
  void aCommitWhoseAnswerIsLostIsDoneAgainAndTakesEffectOnce() {
    String tenant = newTenant();
    Message[] batch = messages(tenant, 20);
    double retries = counted("notification.retries");
    double duplicates = counted("notification.deliveries", "outcome", "duplicate");

    int lost = link.lost();
    link.loseNextCommitAnswer();
    receive(batch);

    assertEquals(lost + 1, link.lost());
    assertEquals(20, effectsOf(tenant));
    assertEquals(20, distinctEffectsOf(tenant));
    assertEquals(20, inboxRowsOf(tenant));
    assertEquals(1, counted("notification.retries") - retries);
    assertEquals(20, counted("notification.deliveries", "outcome", "duplicate") - duplicates);
  }

  @Test
  void aBatchIsTwoInsertsAndOneCommit() {
    Message[] batch = messages(newTenant(), 100);
    long inserts = status("Com_insert");
    long commits = status("Com_commit");

    receive(batch);

    assertEquals(2, status("Com_insert") - inserts);
    assertEquals(1, status("Com_commit") - commits);
  }

  @Test
  void knownDuplicatesAmongNewEventsCostNoFallback() {
    String tenant = newTenant();
    Message[] known = messages(tenant, 50);
    Message[] fresh = messages(tenant, 50);
    receive(known);
    double fallbacks = counted("notification.fallbacks");

    receive(
        IntStream.range(0, 50)
            .boxed()
            .flatMap(i -> Stream.of(known[i], fresh[i]))
            .toArray(Message[]::new));

    assertEquals(100, effectsOf(tenant));
    assertEquals(100, distinctEffectsOf(tenant));
    assertEquals(0, counted("notification.fallbacks") - fallbacks);
  }

  @Test
  void theEventsOfAnOrderTakeEffectInTheirOrderInABatchAndOneByOne() {
    for (boolean oneByOne : List.of(false, true)) {
      String tenant = newTenant();
      String orderId = UUID.randomUUID().toString();
      List<Message> batch = new ArrayList<>();
      for (int version = 1; version <= 20; version++) {
        batch.add(Sample.of(orderId, version).tenant(tenant).message());
        batch.add(Sample.ofNewOrder().message());
      }
      String refused = newTenant();
      if (oneByOne) {
        batch.add(10, Sample.ofNewOrder().tenant(refused).message());
      }

      try (Refusal refusal = Refusal.of(refused, "45000", 1644)) {
        receive(batch.toArray(Message[]::new));
      }

      assertEquals(
          IntStream.rangeClosed(1, 20).mapToObj(v -> orderId + ":" + v).toList(),
          texts("SELECT event_id FROM notification WHERE order_id = ? ORDER BY id", orderId));
    }
  }

  @Test
  void aMissingTableIsWaitedForAndNotHeldAgainstTheMessages() throws Exception {
    String tenant = newTenant();
    Message[] batch = messages(tenant, 3);
    double retries = counted("notification.retries");

    execute("RENAME TABLE notification TO notification_away");
    CompletableFuture<Boolean> done = receiveInBackground(batch);
    await().until(() -> counted("notification.retries") - retries >= 2);
    execute("RENAME TABLE notification_away TO notification");

    assertTrue(done.get());
    assertEquals(3, effectsOf(tenant));
    assertEquals(List.of(), parkedReasons(batch[0].key()));
  }

  @Test
  void consumersWithTheSameMessagesWriteEachOnce() throws Exception {
    for (int round = 0; round < 5; round++) {
      String tenant = newTenant();
      Message[] batch = messages(tenant, 200);
      CountDownLatch line = new CountDownLatch(1);

      List<CompletableFuture<Boolean>> consumers =
          IntStream.range(0, 4)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> {
                            awaitQuietly(line);
                            return receiveOrderEvents.receive(rotated(batch, 50 * i));
                          },
                          task -> Thread.ofPlatform().start(task)))
              .toList();
      line.countDown();
      for (CompletableFuture<Boolean> consumer : consumers) {
        assertTrue(consumer.get());
      }

      assertEquals(200, effectsOf(tenant));
      assertEquals(200, distinctEffectsOf(tenant));
      assertEquals(200, inboxRowsOf(tenant));
    }
  }

  @Test
  void aStopEndsTheWaitAndNothingIsSaidToBeThrough() throws Exception {
    Stopping stopping = new Stopping();
    BackOff backOff = new BackOff(settings, stopping);
    ReceiveOrderEvents own =
        new Receivers(inbox, parkedMessages, backOff, meters).of(notices.effect);
    Sample sample = Sample.ofNewOrder();
    double retries = counted("notification.retries");

    link.refuse();
    CompletableFuture<Boolean> done =
        CompletableFuture.supplyAsync(() -> own.receive(List.of(sample.message())));
    await().until(() -> counted("notification.retries") - retries >= 1);
    stopping.begin(null);

    assertFalse(done.get());
    link.heal();
    assertEquals(0, effects(sample.eventId()));
  }

  private void receive(Sample sample) {
    receive(sample.message());
  }

  private void receive(Message... batch) {
    receive(notices.effect, batch);
  }

  private CompletableFuture<Boolean> receiveInBackground(Message... batch) {
    return CompletableFuture.supplyAsync(() -> receiveOrderEvents.receive(List.of(batch)));
  }

  private static String newTenant() {
    return "t-" + UUID.randomUUID();
  }

  private static Message[] messages(String tenant, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Sample.ofNewOrder().tenant(tenant).message())
        .toArray(Message[]::new);
  }

  private static List<Message> rotated(Message[] batch, int by) {
    List<Message> rotated = new ArrayList<>(List.of(batch));
    java.util.Collections.rotate(rotated, by);
    return rotated;
  }

  private static void awaitQuietly(CountDownLatch line) {
    try {
      line.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long status(String variable) {
    return rows("SHOW GLOBAL STATUS LIKE '" + variable + "'", row -> row.getLong(2)).getFirst();
  }

  /** With its key, value and headers as they were. */
  private static void assertParked(Message message) {
    List<byte[]> value =
        rows(
            "SELECT message_value FROM parked_message"
                + " WHERE topic = ? AND topic_partition = ? AND topic_offset = ? AND message_key = ?",
            row -> row.getBytes(1),
            message.topic(),
            message.partition(),
            message.offset(),
            message.key());
    assertEquals(1, value.size());
    assertArrayEquals(message.value(), value.getFirst());
    for (Message.Header header : message.headers()) {
      assertEquals(
          1,
          number(
              "SELECT COUNT(*) FROM parked_message,"
                  + " JSON_TABLE(headers, '$[*]' COLUMNS (name TEXT PATH '$.name',"
                  + " value TEXT PATH '$.value')) AS h"
                  + " WHERE topic_offset = ? AND message_key = ? AND h.name = ?"
                  + " AND FROM_BASE64(h.value) = ?",
              message.offset(),
              message.key(),
              header.name(),
              header.value()));
    }
  }
}
