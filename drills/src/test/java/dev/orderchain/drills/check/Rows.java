package dev.orderchain.drills.check;

import dev.orderchain.testbed.Chain;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Plants rows in the two real databases. Orders are told apart by a number. */
final class Rows implements AutoCloseable {
  private final Connection orders;
  private final Connection notifications;

  Rows(Chain chain) throws SQLException {
    orders = chain.orderDb().connect("orders");
    notifications = chain.notificationDb().connect("notifications");
  }

  static String id(int n) {
    return "0193a5f0-7c1e-7d3a-9b1f-%012d".formatted(n);
  }

  void clear() throws SQLException {
    orders("DELETE FROM outbox");
    orders("DELETE FROM orders");
    orders("DELETE FROM reservation");
    orders("UPDATE stock SET available = supplied, reserved = 0, sold = 0");
    notifications("DELETE FROM inbox");
    notifications("DELETE FROM notification");
  }

  /** An order of as many pieces as its number says, placed a minute ago; taken from the stock. */
  void order(int n) throws SQLException {
    orders(
        """
        INSERT INTO orders (order_id, tenant, sku, quantity, state, version, created_at)
        VALUES ('%s', 'acme', 'SKU-1', %d, 'PLACED', 1, NOW(6) - INTERVAL 60 SECOND)"""
            .formatted(id(n), n));
    orders("UPDATE stock SET available = available - %d WHERE sku = 'SKU-1'".formatted(n));
  }

  /** Of so many pieces of SKU-1, which are in the stock's column of this name, too. */
  void reservation(int n, String state, int pieces) throws SQLException {
    orders(
        """
        INSERT INTO reservation
          (order_id, branch_id, state, version, sku, quantity, request_hash, deadline)
        VALUES ('%s', 'stock', '%s', 1, 'SKU-1', %d, REPEAT('x', 32), NOW(6))"""
            .formatted(id(n), state, pieces));
    String column =
        switch (state) {
          case "RESERVED" -> "reserved";
          case "CONFIRMED" -> "sold";
          default -> "available"; // given back
        };
    orders("UPDATE stock SET available = available - %d WHERE sku = 'SKU-1'".formatted(pieces));
    orders("UPDATE stock SET %1$s = %1$s + %2$d WHERE sku = 'SKU-1'".formatted(column, pieces));
  }

  /** The order's event, created and, if it is SENT, sent so many seconds ago. */
  void event(int n, String state, int ageSeconds) throws SQLException {
    orders(
        """
        INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,
                            traceparent, created_at, state, sent_at)
        VALUES ('%1$s:1', '%1$s', 1, 'OrderPlaced', '{}', '', NOW(6) - INTERVAL %2$d SECOND, '%3$s',
                IF('%3$s' = 'SENT', NOW(6) - INTERVAL %2$d SECOND, '1970-01-01'))"""
            .formatted(id(n), ageSeconds, state));
  }

  void inbox(int n) throws SQLException {
    notifications(
        """
        INSERT INTO inbox (consumer_name, event_id, payload_hash)
        VALUES ('notification-service', '%s:1', '')"""
            .formatted(id(n)));
  }

  void effect(int n) throws SQLException {
    notifications(
        """
        INSERT INTO notification (event_id, order_id, tenant, kind, text)
        VALUES ('%1$s:1', '%1$s', 'acme', 'OrderPlaced', '')"""
            .formatted(id(n)));
  }

  /** Orders 1 to {@code count} of one piece each under ids of their own, with all that follows. */
  void many(int count) throws SQLException {
    orders("SET SESSION cte_max_recursion_depth = " + count);
    notifications("SET SESSION cte_max_recursion_depth = " + count);
    orders(
        """
        INSERT INTO orders (order_id, tenant, sku, quantity, state, version)
        SELECT id, 'acme', 'SKU-1', 1, 'PLACED', 1 FROM %s"""
            .formatted(numbers(count)));
    orders("UPDATE stock SET available = available - %d WHERE sku = 'SKU-1'".formatted(count));
    orders(
        """
        INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,
                            traceparent, state, sent_at)
        SELECT CONCAT(id, ':1'), id, 1, 'OrderPlaced', '{}', '', 'SENT',
               NOW(6) - INTERVAL 60 SECOND FROM %s"""
            .formatted(numbers(count)));
    notifications(
        """
        INSERT INTO inbox (consumer_name, event_id, payload_hash)
        SELECT 'notification-service', CONCAT(id, ':1'), '' FROM %s"""
            .formatted(numbers(count)));
    notifications(
        """
        INSERT INTO notification (event_id, order_id, tenant, kind, text)
        SELECT CONCAT(id, ':1'), id, 'acme', 'OrderPlaced', '' FROM %s"""
            .formatted(numbers(count)));
  }

  /** The id of one of {@link #many}, as SQL. */
  static String numbered(int n) {
    return "LPAD(%d, 36, '0')".formatted(n);
  }

  /** As a table with the one column {@code id}. */
  static String numbers(int count) {
    return """
    (WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < %d)
     SELECT LPAD(n, 36, '0') AS id FROM n) AS numbers"""
        .formatted(count);
  }

  void orders(String statement) throws SQLException {
    execute(orders, statement);
  }

  void notifications(String statement) throws SQLException {
    execute(notifications, statement);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    orders.close();
    notifications.close();
  }
}
