package dev.orderchain.drills.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.check.Snapshot.Source;
import dev.orderchain.drills.check.SqlFacts.Margins;
import dev.orderchain.drills.command.Drills;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.MySqlServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
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
  private static Connection orderDb;
  private static Connection notificationDb;

  @BeforeAll
  static void startDatabases() throws SQLException {
    chain = Chain.in(folder);
    chain.start(List.of(chain.orderDb(), chain.notificationDb()));
    migrate(chain.orderDb(), "orders", "../order-service");
    migrate(chain.notificationDb(), "notifications", "../notification-service");
    orderDb = chain.orderDb().connect("orders");
    notificationDb = chain.notificationDb().connect("notifications");
  }

  @AfterAll
  static void endDatabases() throws SQLException {
    orderDb.close();
    notificationDb.close();
    chain.close();
  }

  /** Three orders, a minute old, each with its event, inbox row and effect. */
  @BeforeEach
  void wholeChain() throws SQLException {
    orders("DELETE FROM outbox");
    orders("DELETE FROM orders");
    orders("UPDATE stock SET available = supplied");
    notifications("DELETE FROM inbox");
    notifications("DELETE FROM notification");
    for (int n = 1; n <= ORDERS; n++) {
      order(n);
      event(n, "SENT", 60);
      inbox(n);
      effect(n);
    }
  }

  @Test
  void aWholeChainIsAllZero() {
    assertEquals(Map.of(), broken());
  }

  @Test
  void sentWithoutOrder() throws SQLException {
    event(4, "SENT", 1); // so lately that its effect may still be on its way
    assertEquals(Map.of(Invariant.SENT_WITHOUT_ORDER, 1L), broken());
  }

  @Test
  void sentWithoutEffect() throws SQLException {
    notifications("DELETE FROM notification WHERE order_id = '" + id(2) + "'");
    assertEquals(Map.of(Invariant.SENT_WITHOUT_EFFECT, 1L), broken());
  }

  @Test
  void sameCountsOfOtherPairsAreNoMatch() throws SQLException {
    notifications(
        "UPDATE notification SET event_id = '%s:2' WHERE event_id = '%1$s:1'".formatted(id(2)));
    assertEquals(
        Map.of(Invariant.SENT_WITHOUT_EFFECT, 1L, Invariant.EFFECT_WITHOUT_INBOX, 1L), broken());
  }

  @Test
  void effectWithoutInbox() throws SQLException {
    notifications("DELETE FROM inbox WHERE event_id = '" + id(2) + ":1'");
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_INBOX, 1L), broken());
  }

  @Test
  void inboxRowsOfAnotherConsumerDoNotCount() throws SQLException {
    notifications("UPDATE inbox SET consumer_name = 'x' WHERE event_id = '" + id(2) + ":1'");
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_INBOX, 1L), broken());
  }

  @Test
  void anInboxRowMayBePurgedInTime() throws SQLException {
    notifications("DELETE FROM inbox");
    notifications("UPDATE notification SET created_at = NOW(6) - INTERVAL 8 DAY");
    assertEquals(Map.of(), broken());
  }

  @Test
  void effectsPerEventOverOne() throws SQLException {
    effect(2);
    assertEquals(Map.of(Invariant.EFFECTS_PER_EVENT_OVER_ONE, 1L), broken());
  }

  @Test
  void effectWithoutOrder() throws SQLException {
    inbox(4);
    effect(4);
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_ORDER, 1L), broken());
  }

  @Test
  void stockNotAddingUp() throws SQLException {
    orders("UPDATE stock SET available = available - 1 WHERE sku = 'SKU-2'");
    assertEquals(Map.of(Invariant.STOCK_NOT_ADDING_UP, 1L), broken());
  }

  @Test
  void orderWithoutEvent() throws SQLException {
    order(4);
    assertEquals(Map.of(Invariant.ORDER_WITHOUT_EVENT, 1L), broken());
  }

  @Test
  void aPurgedEventIsNoError() throws SQLException {
    orders("DELETE FROM outbox WHERE aggregate_id = '" + id(2) + "'");
    assertEquals(Map.of(), broken());
  }

  @Test
  void unsentOverdue() throws SQLException {
    for (String state : List.of("PENDING", "CLAIMED")) {
      wholeChain();
      order(4);
      event(4, state, 60);
      assertEquals(Map.of(Invariant.UNSENT_OVERDUE, 1L), broken(), state);
    }
  }

  @Test
  void parked() throws SQLException {
    order(4);
    event(4, "PARKED", 0);
    assertEquals(Map.of(Invariant.PARKED, 1L), broken());
  }

  @Test
  void discardedIsAnEnd() throws SQLException {
    order(4);
    event(4, "DISCARDED", 60);
    assertEquals(Map.of(), broken());
  }

  @Test
  void workInFlightIsNoError() throws SQLException {
    order(4);
    event(4, "PENDING", 1);
    order(5);
    event(5, "CLAIMED", 1);
    order(6);
    event(6, "SENT", 1);
    assertEquals(Map.of(), broken());
  }

  @Test
  void whatHappensDuringTheCheckIsNotSeen() throws SQLException {
    // Read late, as a check does that has much to read; the snapshots are those of the beginning.
    try (SqlFacts facts = facts()) {
      order(4);
      event(4, "SENT", 60);
      inbox(4);
      effect(4);
      assertEquals(Map.of(), broken(facts));
    }
  }

  @Test
  void readsBeyondOnePageAndKeepsRowsWithOneKeyTogether() throws SQLException {
    int many = 25_000;
    orders("SET SESSION cte_max_recursion_depth = " + many);
    notifications("SET SESSION cte_max_recursion_depth = " + many);
    String ids =
        """
        WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < %d)
        SELECT LPAD(n, 36, '0') AS id FROM n"""
            .formatted(many);
    orders(
        "INSERT INTO orders (order_id, tenant, sku, quantity, state, version)"
            + " SELECT id, 'acme', 'SKU-1', 1, 'PLACED', 1 FROM ("
            + ids
            + ") AS ids");
    orders("UPDATE stock SET available = available - " + many + " WHERE sku = 'SKU-1'");
    orders(
        "INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,"
            + " traceparent, state, sent_at) SELECT CONCAT(id, ':1'), id, 1, 'OrderPlaced', '{}', '',"
            + " 'SENT', NOW(6) - INTERVAL 60 SECOND FROM ("
            + ids
            + ") AS ids");
    notifications(
        "INSERT INTO inbox (consumer_name, event_id, payload_hash)"
            + " SELECT 'notification-service', CONCAT(id, ':1'), '' FROM ("
            + ids
            + ") AS ids");
    notifications(
        "INSERT INTO notification (event_id, order_id, tenant, kind, text)"
            + " SELECT CONCAT(id, ':1'), id, 'acme', 'OrderPlaced', '' FROM ("
            + ids
            + ") AS ids");
    assertEquals(Map.of(), broken());

    // One event with more effects than a page has rows, the first and the last order spoilt.
    notifications(
        "INSERT INTO notification (event_id, order_id, tenant, kind, text)"
            + " SELECT '"
            + id(1)
            + ":1', '"
            + id(1)
            + "', 'acme', 'OrderPlaced', '' FROM ("
            + ids
            + ") AS ids");
    orders(
        "DELETE FROM orders WHERE order_id IN (LPAD(1, 36, '0'), LPAD(%d, 36, '0'))"
            .formatted(many));
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
            + " order_without_event=0 unsent_overdue=0 parked=0\n",
        check().out());
    order(4);
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
        .map(invariant -> Finding.of(invariant, facts))
        .filter(finding -> finding.count() > 0)
        .collect(Collectors.toMap(Finding::invariant, Finding::count));
  }

  private static Source source(MySqlServer server) {
    return new Source(
        server.name(),
        server.address(),
        server.database(),
        "auditor",
        chain.keys().password("auditor"));
  }

  private static void migrate(MySqlServer server, String account, String service) {
    Flyway.configure()
        .dataSource(server.jdbcUrl(), account, chain.keys().password(account))
        .locations("filesystem:" + service + "/src/main/resources/db/migration")
        .placeholders(Map.of("relayAccount", "relay"))
        .load()
        .migrate();
  }

  private static String id(int n) {
    return "0193a5f0-7c1e-7d3a-9b1f-%012d".formatted(n);
  }

  private static void order(int n) throws SQLException {
    orders(
        """
        INSERT INTO orders (order_id, tenant, sku, quantity, state, version, created_at)
        VALUES ('%s', 'acme', 'SKU-1', %d, 'PLACED', 1, NOW(6) - INTERVAL 60 SECOND)"""
            .formatted(id(n), n));
    orders("UPDATE stock SET available = available - %d WHERE sku = 'SKU-1'".formatted(n));
  }

  private static void event(int n, String state, int ageSeconds) throws SQLException {
    orders(
        """
        INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,
                            traceparent, created_at, state, sent_at)
        VALUES ('%1$s:1', '%1$s', 1, 'OrderPlaced', '{}', '', NOW(6) - INTERVAL %2$d SECOND, '%3$s',
                IF('%3$s' = 'SENT', NOW(6) - INTERVAL %2$d SECOND, '1970-01-01'))"""
            .formatted(id(n), ageSeconds, state));
  }

  private static void inbox(int n) throws SQLException {
    notifications(
        """
        INSERT INTO inbox (consumer_name, event_id, payload_hash)
        VALUES ('notification-service', '%s:1', '')"""
            .formatted(id(n)));
  }

  private static void effect(int n) throws SQLException {
    notifications(
        """
        INSERT INTO notification (event_id, order_id, tenant, kind, text)
        VALUES ('%1$s:1', '%1$s', 'acme', 'OrderPlaced', '')"""
            .formatted(id(n)));
  }

  private static void orders(String statement) throws SQLException {
    execute(orderDb, statement);
  }

  private static void notifications(String statement) throws SQLException {
    execute(notificationDb, statement);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
