package dev.orderchain.relay.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.relay.OnRealServers;
import dev.orderchain.relay.parked.ParkedEvents;
import dev.orderchain.testbed.TestServers;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims, tokens and leases, on the real table. */
@QuarkusTest
class OutboxIT extends OnRealServers {
  private static final Duration LONG = Duration.ofMinutes(5);

  @Inject Outbox outbox;
  @Inject Settlement settlement;
  @Inject ParkedEvents parked;
  @Inject io.agroal.api.AgroalDataSource database;

  @BeforeEach
  void empty() {
    execute("DELETE FROM outbox");
  }

  @Test
  void lateHoldersMarkChangesNothing() {
    String event = plant(newOrderId(), 1);
    Claim a = claim(10, LONG);
    Claim.Row rowOfA = a.rows().get(0);
    assertEquals(1, rowOfA.claimVersion());

    // B has no claim on it, so it has nothing but A's version, or A's row under an id of its own.
    Claim b = claim(10, LONG);
    assertEquals(0, b.rows().size());
    assertEquals(0, in(() -> settlement.markSent(b.id(), List.of(rowOfA))));

    expire(event);
    assertEquals(1, in(() -> outbox.takeBackExpired(10)).size());
    Claim second = claim(10, LONG);
    Claim.Row rowOfB = second.rows().get(0);
    assertEquals(2, rowOfB.claimVersion());

    assertEquals(0, in(() -> settlement.markSent(a.id(), List.of(rowOfA))));
    assertEquals(0, in(() -> settlement.giveBack(a.id(), List.of(rowOfA))));
    assertEquals(0, in(() -> settlement.park(a.id(), rowOfA, "late")));
    assertEquals(0, in(() -> settlement.retryLater(a.id(), rowOfA, "late", LONG, 1)));
    // Neither half of the token is enough.
    assertEquals(0, in(() -> settlement.markSent(a.id(), List.of(rowOfB))));
    assertEquals(0, in(() -> settlement.markSent(second.id(), List.of(rowOfA))));
    assertEquals("CLAIMED", stateOf(event));

    assertEquals(1, in(() -> settlement.markSent(second.id(), List.of(rowOfB))));
    assertEquals("SENT", stateOf(event));
    assertEquals(0, in(() -> settlement.giveBack(second.id(), List.of(rowOfB))));
    assertEquals("SENT", stateOf(event));
  }

  @Test
  void holderMayMarkAfterItsLeaseWhileNobodyHasTakenOver() {
    String event = plant(newOrderId(), 1);
    Claim claim = claim(10, LONG);
    expire(event);
    assertEquals(1, in(() -> settlement.markSent(claim.id(), claim.rows())));
  }

  @Test
  void runningLeaseIsNotTakenBack() {
    plant(newOrderId(), 1);
    claim(10, LONG);
    assertEquals(List.of(), in(() -> outbox.takeBackExpired(10)));
  }

  @Test
  void claimsEachRowOnce() throws Exception {
    int relays = 4;
    int events = 400;
    for (int i = 0; i < events; i++) {
      plant(newOrderId(), 1);
    }
    CountDownLatch line = new CountDownLatch(relays);
    List<Long> claimed = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(relays)) {
      List<Future<List<Long>>> running = new ArrayList<>();
      for (int i = 0; i < relays; i++) {
        running.add(
            threads.submit(
                () -> {
                  line.countDown();
                  line.await();
                  return claimAll();
                }));
      }
      for (Future<List<Long>> one : running) {
        claimed.addAll(one.get());
      }
    }
    assertEquals(events, claimed.size());
    assertEquals(events, new HashSet<>(claimed).size());
    assertEquals(events, number("SELECT SUM(claim_version) FROM outbox"));
  }

  private List<Long> claimAll() {
    List<Long> ids = new ArrayList<>();
    for (int none = 0; none < 3; ) {
      Claim claim = claim(7, LONG);
      claim.rows().forEach(row -> ids.add(row.id()));
      none = claim.rows().isEmpty() ? none + 1 : 0;
    }
    return ids;
  }

  @Test
  void laterEventWaitsForAnEarlierUnsentOne() {
    String order = newOrderId();
    plant(order, 1);
    String second = plant(order, 2);
    plant(order, 3);
    String other = plant(newOrderId(), 1);

    Claim first = claim(1, LONG);
    assertEquals(List.of(order + ":1"), events(first));
    assertEquals(List.of(other), events(claim(10, LONG)));

    in(() -> settlement.park(first.id(), first.rows().get(0), "x"));
    assertEquals(List.of(), events(claim(10, LONG)));

    assertTrue(in(() -> parked.discard(order + ":1")));
    Claim rest = claim(10, LONG);
    assertEquals(List.of(second, order + ":3"), events(rest));
    assertEquals("DISCARDED", stateOf(order + ":1"));
  }

  @Test
  void eventsOfAnOrderMayShareABatch() {
    String order = newOrderId();
    List<String> planted = List.of(plant(order, 1), plant(order, 2), plant(order, 3));
    assertEquals(planted, events(claim(10, LONG)));
  }

  /** The claim looks past what it may not take, so that a parked order blocks nobody else. */
  @Test
  void heldBackRowsDoNotFillTheBatch() {
    String order = newOrderId();
    plant(order, 1);
    Claim first = claim(1, LONG);
    in(() -> settlement.park(first.id(), first.rows().get(0), "x"));
    for (int version = 2; version <= 21; version++) {
      plant(order, version);
    }
    String other = plant(newOrderId(), 1);

    Claim page = claim(0, 10, LONG);
    assertEquals(List.of(), events(page));
    assertTrue(page.full());
    page = claim(page.lastId(), 10, LONG);
    assertTrue(page.full());
    page = claim(page.lastId(), 10, LONG);
    assertEquals(List.of(other), events(page));
    assertFalse(page.full());
  }

  @Test
  void claimLocksNothingButWhatItTakes() throws Exception {
    for (int i = 0; i < 20; i++) {
      plant(newOrderId(), 1);
    }
    long fifth = number("SELECT id FROM outbox ORDER BY id LIMIT 4, 1");
    try (Connection other = owner()) {
      other.setAutoCommit(false);
      other.createStatement().execute("SET SESSION innodb_lock_wait_timeout = 1");
      in(
          () -> {
            assertEquals(5, outbox.claim(0, 5, LONG).rows().size());
            // Beside the open claim an order commits, at the end of the index that it read.
            plant(other, newOrderId(), 1, "{}");
            // And every row that it did not take can be changed.
            for (long id = fifth + 1; id <= fifth + 15; id++) {
              String update = "UPDATE outbox SET attempts = 1 WHERE id = " + id;
              assertEquals(1, other.createStatement().executeUpdate(update));
            }
            other.commit();
            return null;
          });
    }
    assertEquals(5, number("SELECT COUNT(*) FROM outbox WHERE state = 'CLAIMED'"));
    assertEquals(15, number("SELECT COUNT(*) FROM outbox WHERE attempts = 1"));
  }

  /**
   * Also on a table that the optimizer believes to be empty, where it would read by primary key.
   */
  @Test
  void claimReadsWhatIsDueAndNothingElse() {
    text("ANALYZE TABLE outbox");
    for (int i = 0; i < 300; i++) {
      plant(newOrderId(), 1);
    }
    execute("UPDATE outbox SET state = 'SENT'");
    for (int i = 0; i < 10; i++) {
      plant(newOrderId(), 1);
    }
    long read =
        in(
            () -> {
              long before = rowsRead();
              assertEquals(10, outbox.claim(0, 10, LONG).rows().size());
              return rowsRead() - before;
            });
    assertTrue(read < 100, "read " + read + " rows");
  }

  /** Rows that the transaction's connection has read off an index so far. */
  private long rowsRead() throws SQLException {
    try (Connection connection = database.getConnection();
        var row =
            connection
                .createStatement()
                .executeQuery("SHOW SESSION STATUS LIKE 'Handler_read_next'")) {
      row.next();
      return row.getLong(2);
    }
  }

  @Test
  void failedRecordIsParkedAfterItsAttempts() {
    String event = plant(newOrderId(), 1);
    for (int attempt = 1; attempt <= 3; attempt++) {
      Claim claim = claim(10, LONG);
      assertEquals(List.of(event), events(claim), "attempt " + attempt);
      Claim.Row row = claim.rows().get(0);
      assertEquals(
          1, in(() -> settlement.retryLater(claim.id(), row, "refused", Duration.ofMinutes(1), 3)));
      assertEquals(attempt < 3 ? "CLAIMED" : "PARKED", stateOf(event));
      assertEquals(attempt, number("SELECT attempts FROM outbox WHERE event_id = ?", event));
      assertEquals(List.of(), in(() -> outbox.takeBackExpired(10)));
      expire(event);
      in(() -> outbox.takeBackExpired(10));
    }
    assertEquals(List.of(), events(claim(10, LONG)));
    assertEquals("refused", text("SELECT last_error FROM outbox WHERE event_id = ?", event));

    assertTrue(in(() -> parked.release(event)));
    assertFalse(in(() -> parked.release(event)));
    assertFalse(in(() -> parked.discard(event)));
    assertEquals(4, claim(10, LONG).rows().get(0).claimVersion());
    assertEquals(0, number("SELECT attempts FROM outbox WHERE event_id = ?", event));
  }

  @Test
  void longErrorIsShortened() {
    String event = plant(newOrderId(), 1);
    Claim claim = claim(10, LONG);
    in(() -> settlement.park(claim.id(), claim.rows().get(0), "é🍵".repeat(400)));
    assertEquals("PARKED", stateOf(event));
  }

  @Test
  void largePayloadDoesNotTravelWithTheClaim() {
    String small = "{\"name\":\"🍵\"}";
    plant(newOrderId(), 1, small);
    plant(newOrderId(), 1, "{\"x\":\"" + "é".repeat(Outbox.LARGE_PAYLOAD_BYTES) + "\"}");
    Claim claim = claim(10, LONG);
    assertEquals(
        small.replace(":", ": "),
        new String(claim.rows().get(0).payload(), java.nio.charset.StandardCharsets.UTF_8));
    assertEquals(null, claim.rows().get(1).payload());
    assertEquals(
        Outbox.LARGE_PAYLOAD_BYTES * 2 + "{\"x\": \"\"}".length(),
        in(() -> outbox.payload(claim.rows().get(1))).length);
  }

  /** What the account may do is what the contract says: read, and change delivery columns. */
  @Test
  void accountMayTouchNothingElse() throws Exception {
    plant(newOrderId(), 1);
    var contract = contract("outbox.json");
    try (Connection relay = TestServers.current().orderDb().connect("relay")) {
      for (var column : contract.get("delivery")) {
        String name = column.textValue();
        assertEquals(
            1,
            relay
                .createStatement()
                .executeUpdate("UPDATE outbox SET " + name + " = " + name + " WHERE id > 0"),
            name);
      }
      Set<String> forbidden = new HashSet<>();
      for (var column : contract.get("fact")) {
        String name = column.textValue();
        forbidden.add("UPDATE outbox SET " + name + " = " + name + " WHERE id > 0");
      }
      forbidden.addAll(
          List.of(
              "INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,"
                  + " traceparent) VALUES ('x', 'x', 1, 'x', '{}', '')",
              "DELETE FROM outbox",
              "TRUNCATE TABLE outbox",
              "DROP TABLE outbox",
              "ALTER TABLE outbox ADD COLUMN x INT",
              "SELECT * FROM orders",
              "SELECT * FROM order_idempotency",
              "SELECT * FROM stock",
              "UPDATE stock SET available = 0",
              "CREATE TABLE x (x INT)",
              "GRANT SELECT ON orders.outbox TO 'auditor'@'%'",
              "SELECT * FROM mysql.user"));
      for (String sql : forbidden) {
        SQLException refused =
            assertThrows(SQLException.class, () -> relay.createStatement().execute(sql), sql);
        assertTrue(
            refused.getSQLState().startsWith("42") || refused.getErrorCode() == 1044,
            sql + ": " + refused);
      }
    }
    assertEquals(1, number("SELECT COUNT(*) FROM outbox"));
  }

  private Claim claim(int limit, Duration lease) {
    return claim(0, limit, lease);
  }

  private Claim claim(long after, int limit, Duration lease) {
    return in(() -> outbox.claim(after, limit, lease));
  }

  private static List<String> events(Claim claim) {
    return claim.rows().stream().map(Claim.Row::eventId).toList();
  }

  private static void expire(String eventId) {
    execute(
        "UPDATE outbox SET lease_until = NOW(6) - INTERVAL 1 SECOND WHERE event_id = ?", eventId);
  }

  private static <T> T in(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
