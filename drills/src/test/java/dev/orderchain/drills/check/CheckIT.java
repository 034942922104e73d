package dev.orderchain.drills.check;

import static dev.orderchain.drills.check.Rows.id;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.Schemas;
import dev.orderchain.drills.check.Snapshot.Source;
import dev.orderchain.drills.check.SqlFacts.Margins;
import dev.orderchain.drills.command.Drills;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.MySqlServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plants each defect once, in the real tables on two real servers, and sees exactly that number
 * become 1.
 */
class CheckIT {
  private static final int ORDERS = 3;

  @TempDir static Path folder;
  private static Chain chain;
  private static Rows rows;

  @BeforeAll
  static void startDatabases() throws SQLException {
    chain = Chain.in(folder);
    chain.start(List.of(chain.orderDb(), chain.notificationDb()));
    Schemas.migrate(chain);
    rows = new Rows(chain);
  }

  @AfterAll
  static void endDatabases() throws SQLException {
    rows.close();
    chain.close();
  }

  /** Three orders, a minute old, each with its event, inbox row and effect. */
  @BeforeEach
  void wholeChain() throws SQLException {
    rows.clear();
    for (int n = 1; n <= ORDERS; n++) {
      rows.order(n);
      rows.event(n, "SENT", 60);
      rows.inbox(n);
      rows.effect(n);
    }
    rows.reservation(1, "RESERVED", 7);
    rows.reservation(2, "CONFIRMED", 5);
    rows.reservation(3, "CANCELLED", 3);
  }

  @Test
  void aWholeChainIsAllZero() {
    assertEquals(Map.of(), broken());
  }

  @Test
  void sentWithoutOrder() throws SQLException {
    rows.event(4, "SENT", 1); // so lately that its effect may still be on its way
    assertEquals(Map.of(Invariant.SENT_WITHOUT_ORDER, 1L), broken());
  }

  @Test
  void sentWithoutEffect() throws SQLException {
    rows.notifications("DELETE FROM notification WHERE order_id = '" + id(2) + "'");
    assertEquals(Map.of(Invariant.SENT_WITHOUT_EFFECT, 1L), broken());
  }

  @Test
  void sameCountsOfOtherPairsAreNoMatch() throws SQLException {
    rows.notifications(
        "UPDATE notification SET event_id = '%s:2' WHERE event_id = '%1$s:1'".formatted(id(2)));
    assertEquals(
        Map.of(Invariant.SENT_WITHOUT_EFFECT, 1L, Invariant.EFFECT_WITHOUT_INBOX, 1L), broken());
  }

  @Test
  void effectWithoutInbox() throws SQLException {
    rows.notifications("DELETE FROM inbox WHERE event_id = '" + id(2) + ":1'");
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_INBOX, 1L), broken());
  }

  @Test
  void inboxRowsOfAnotherConsumerDoNotCount() throws SQLException {
    rows.notifications("UPDATE inbox SET consumer_name = 'x' WHERE event_id = '" + id(2) + ":1'");
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_INBOX, 1L), broken());
  }

  @Test
  void anInboxRowMayBePurgedInTime() throws SQLException {
    rows.notifications("DELETE FROM inbox");
    rows.notifications("UPDATE notification SET created_at = NOW(6) - INTERVAL 8 DAY");
    assertEquals(Map.of(), broken());
  }

  @Test
  void effectsPerEventOverOne() throws SQLException {
    rows.effect(2);
    assertEquals(Map.of(Invariant.EFFECTS_PER_EVENT_OVER_ONE, 1L), broken());
  }

  @Test
  void effectWithoutOrder() throws SQLException {
    rows.inbox(4);
    rows.effect(4);
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_ORDER, 1L), broken());
  }

  @Test
  void stockNotAddingUp() throws SQLException {
    rows.orders("UPDATE stock SET available = available - 1 WHERE sku = 'SKU-2'");
    assertEquals(Map.of(Invariant.STOCK_NOT_ADDING_UP, 1L), broken());
  }

  @Test
  void reservedNotAddingUp() throws SQLException {
    rows.orders("UPDATE reservation SET state = 'CONFIRMED' WHERE state = 'RESERVED'");
    assertEquals(Map.of(Invariant.RESERVED_NOT_ADDING_UP, 1L), broken());
  }

  @Test
  void cancelledWithoutGivingBack() throws SQLException {
    rows.orders("UPDATE reservation SET state = 'CANCELLED' WHERE state = 'RESERVED'");
    assertEquals(Map.of(Invariant.RESERVED_NOT_ADDING_UP, 1L), broken());
  }

  @Test
  void orderWithoutEvent() throws SQLException {
    rows.order(4);
    assertEquals(Map.of(Invariant.ORDER_WITHOUT_EVENT, 1L), broken());
  }

  @Test
  void aPurgedEventIsNoError() throws SQLException {
    rows.orders("DELETE FROM outbox WHERE aggregate_id = '" + id(2) + "'");
    assertEquals(Map.of(), broken());
  }

  @Test
  void unsentOverdue() throws SQLException {
    for (String state : List.of("PENDING", "CLAIMED")) {
      wholeChain();
      rows.order(4);
      rows.event(4, state, 60);
      assertEquals(Map.of(Invariant.UNSENT_OVERDUE, 1L), broken(), state);
    }
  }

  @Test
  void parked() throws SQLException {
    rows.order(4);
    rows.event(4, "PARKED", 0);
    assertEquals(Map.of(Invariant.PARKED, 1L), broken());
  }

  @Test
  void discardedIsAnEnd() throws SQLException {
    rows.order(4);
    rows.event(4, "DISCARDED", 60);
    assertEquals(Map.of(), broken());
  }

  @Test
  void workInFlightIsNoError() throws SQLException {
    rows.order(4);
    rows.event(4, "PENDING", 1);
    rows.order(5);
    rows.event(5, "CLAIMED", 1);
    rows.order(6);
    rows.event(6, "SENT", 1);
    assertEquals(Map.of(), broken());
  }

  @Test
  void whatHappensDuringTheCheckIsNotSeen() throws SQLException {
    // Read late, as a check does that has much to read; the snapshots are those of the beginning.
    try (SqlFacts facts = facts()) {
      rows.order(4);
      rows.event(4, "SENT", 60);
      rows.inbox(4);
      rows.effect(4);
      assertEquals(Map.of(), broken(facts));
    }
  }

  @Test
  void readsBeyondOnePageAndKeepsRowsWithOneKeyTogether() throws SQLException {
    int many = 25_000;
    rows.many(many);
    assertEquals(Map.of(), broken());

    // One event with more effects than a page has rows; the first and the last order gone.
    rows.notifications(
        """
        INSERT INTO notification (event_id, order_id, tenant, kind, text)
        SELECT '%1$s:1', '%1$s', 'acme', 'OrderPlaced', '' FROM %2$s"""
            .formatted(id(1), Rows.numbers(many)));
    rows.orders(
        "DELETE FROM orders WHERE order_id IN (%s, %s)"
            .formatted(Rows.numbered(1), Rows.numbered(many)));
    assertEquals(
        Map.of(
            Invariant.EFFECTS_PER_EVENT_OVER_ONE, (long) many,
            Invariant.SENT_WITHOUT_ORDER, 2L,
            Invariant.EFFECT_WITHOUT_ORDER, 2L,
            Invariant.STOCK_NOT_ADDING_UP, 1L),
        broken());
  }

  @Test
  void oneLineAndTheStatusSayIt() throws SQLException {
    assertEquals(0, check().status());
    assertEquals(
        "sent_without_order=0 sent_without_effect=0 effect_without_inbox=0"
            + " effects_per_event_over_one=0 effect_without_order=0 stock_not_adding_up=0"
            + " reserved_not_adding_up=0 order_without_event=0 unsent_overdue=0 parked=0\n",
        check().out());
    rows.order(4);
    assertEquals(1, check().status());
    assertTrue(check("--verbose").out().contains("order_without_event:\n  " + id(4)));
    assertTrue(check("--json").out().contains("\"order_without_event\":1"));
  }

  @Test
  void cannotRunIsNoVerdict() {
    Run noKeys = run(Map.of("KEYS", "/nowhere"), "check");
    assertEquals(2, noKeys.status());
    assertEquals("check: cannot read /nowhere/auditor.password; is the chain up?\n", noKeys.err());

    Map<String, String> noServer = new HashMap<>(environment());
    noServer.put("NOTIFICATION_DB", "127.0.0.1:1");
    Run refused = run(noServer, "check");
    assertEquals(2, refused.status());
    assertEquals(
        "check: cannot reach the notification database at 127.0.0.1:1 as auditor:"
            + " Connection refused\n",
        refused.err());

    assertEquals(2, run(environment(), "check", "--settle", "soon").status());
    assertEquals(2, run(environment(), "check", "--on", "mars").status());
  }

  private record Run(int status, String out, String err) {}

  private static Run check(String... options) {
    return run(
        environment(),
        Stream.concat(Stream.of("check"), Stream.of(options)).toArray(String[]::new));
  }

  private static Run run(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Drills.commandLine(environment)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Run(status, out.toString(), err.toString());
  }

  private static Map<String, String> environment() {
    return Map.of(
        "KEYS", chain.keys().folder().toString(),
        "ORDER_DB", chain.orderDb().address(),
        "NOTIFICATION_DB", chain.notificationDb().address());
  }

  private static Map<Invariant, Long> broken() {
    try (SqlFacts facts = facts()) {
      return broken(facts);
    }
  }

  private static SqlFacts facts() {
    return SqlFacts.open(
        source(chain.orderDb()),
        source(chain.notificationDb()),
        new Margins(Duration.ofSeconds(5), Duration.ofDays(7)),
        new Progress(new PrintWriter(Writer.nullWriter())));
  }

  private static Map<Invariant, Long> broken(Facts facts) {
    return Arrays.stream(Invariant.values())
        .filter(invariant -> invariant.finding(facts).count() > 0)
        .collect(Collectors.toMap(invariant -> invariant, i -> i.finding(facts).count()));
  }

  private static Source source(MySqlServer server) {
    return new Source(
        server.name(),
        server.address(),
        server.database(),
        "auditor",
        chain.keys().password("auditor"));
  }
}
