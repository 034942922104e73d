package dev.orderchain.drills.check;

import dev.orderchain.drills.check.fact.Facts.OrderState;
import dev.orderchain.testbed.Chain;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Plants rows in the two real databases. Orders are told apart by a number. */
public final class Rows implements AutoCloseable {
  static final int PRICE_CENTS = 450;

  private final Connection orders;
  private final Connection notifications;

  public Rows(Chain chain) throws SQLException {
    orders = chain.orderDb().connect("orders");
    notifications = chain.notificationDb().connect("notifications");
  }

  public static String id(int n) {
    return "0193a5f0-7c1e-7d3a-9b1f-%012d".formatted(n);
  }

  void clear() throws SQLException {
    orders("DELETE FROM outbox");
    orders("DELETE FROM orders");
    orders("DELETE FROM reservation");
    orders("DELETE FROM workflow");
    orders("DELETE FROM stock_return");
    orders("DELETE FROM credit_limit");
    orders("UPDATE product SET version = 1, price_cents = " + PRICE_CENTS);
    orders("DELETE FROM product_price");
    orders(
        """
        INSERT INTO product_price (sku, version, price_cents, changed_by)
        SELECT sku, version, price_cents, 'seed' FROM product""");
    orders("UPDATE stock SET available = supplied, reserved = 0, sold = 0");
    notifications("DELETE FROM inbox");
    notifications("DELETE FROM notification");
    notifications("DELETE FROM coupon");
    notifications("DELETE FROM coupon_review");
  }

  /** An order of as many pieces as its number says, placed a minute ago; taken from the stock. */
  public void order(int n) throws SQLException {
    orders(
        """
        INSERT INTO orders
          (order_id, tenant, sku, quantity, state, version, price_version, price_cents, created_at)
        VALUES ('%s', 'acme', 'SKU-1', %d, 'PLACED', 1, 1, %d, NOW(6) - INTERVAL 60 SECOND)"""
            .formatted(id(n), n, PRICE_CENTS));
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

  /**
   * A card order of as many pieces as its number says, a minute old, as it is in that state, with
   * its events, their effects and its coupon.
   */
  void cardOrder(int n, OrderState state) throws SQLException {
    orders(
        """
        INSERT INTO orders
          (order_id, tenant, sku, quantity, state, version, payment, price_version, price_cents)
        VALUES ('%s', 'acme', 'SKU-1', %d, '%s', 1, 'CARD', 1, %d)"""
            .formatted(id(n), n, state, PRICE_CENTS));
    reservation(n, reserved(state), n);
    orders(
        """
        INSERT INTO workflow
          (workflow_id, order_id, input_hash, amount_cents, currency, card_token, traceparent,
           step, payment, refund, confirm_at, cancel_at, decide_by, deadline, due_at, updated_at)
        VALUES ('%1$s', '%1$s', '', %2$d, 'EUR', 'tok_ok', '', %3$s, NOW(6) + INTERVAL 30 SECOND,
                NOW(6) + INTERVAL 90 SECOND, %4$s, NOW(6) - INTERVAL 60 SECOND)"""
            .formatted(id(n), n * PRICE_CENTS, known(state), due(state)));
    List<String> events = state.events();
    for (int version = 1; version <= events.size(); version++) {
      event(n, version, events.get(version - 1), "SENT", 60);
      inbox(n, version);
      effect(n, version, events.get(version - 1));
    }
    if (state.isConfirmed()) coupon(n, state == OrderState.REFUNDED ? "REVOKED" : "ISSUED");
    if (state == OrderState.REFUNDED) stockReturn(n);
  }

  private static String reserved(OrderState state) {
    return switch (state) {
      case PLACED, PENDING -> "RESERVED";
      case CANCELLED -> "CANCELLED";
      case CONFIRMED, COMPENSATING, REFUNDED -> "CONFIRMED";
    };
  }

  /** Step, payment, refund and the two decisions. */
  private static String known(OrderState state) {
    return switch (state) {
      case PLACED, PENDING -> "'AUTHORISE', 'NONE', 'NONE', NULL, NULL";
      case CONFIRMED -> "'DONE', 'CAPTURED', 'NONE', NOW(6), NULL";
      case CANCELLED -> "'DONE', 'VOIDED', 'NONE', NULL, NOW(6)";
      case COMPENSATING -> "'REFUND', 'CAPTURED', 'ASKED', NOW(6), NULL";
      case REFUNDED -> "'DONE', 'CAPTURED', 'REFUNDED', NOW(6), NULL";
    };
  }

  private static String due(OrderState state) {
    return known(state).startsWith("'DONE'") ? "'9999-12-31'" : "NOW(6)";
  }

  /** The pieces of the order come back. */
  void stockReturn(int n) throws SQLException {
    orders(
        """
        INSERT INTO stock_return (order_id, branch_id, sku, quantity)
        VALUES ('%s', 'stock', 'SKU-1', %d)"""
            .formatted(id(n), n));
    orders(
        "UPDATE stock SET sold = sold - %1$d, available = available + %1$d WHERE sku = 'SKU-1'"
            .formatted(n));
  }

  /** SKU-1's next price, changed so many seconds ago; told by {@link #priceEvent}. */
  void price(int version, int cents, int ageSeconds) throws SQLException {
    orders(
        "UPDATE product SET version = %d, price_cents = %d WHERE sku = 'SKU-1'"
            .formatted(version, cents));
    orders(
        """
        INSERT INTO product_price (sku, version, price_cents, changed_by, changed_at)
        VALUES ('SKU-1', %d, %d, 'operator', NOW(6) - INTERVAL %d SECOND)"""
            .formatted(version, cents, ageSeconds));
  }

  /** Sent just now. */
  void priceEvent(int version) throws SQLException {
    orders(
        """
        INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, topic, payload,
                            traceparent, state, sent_at)
        VALUES ('SKU-1:%1$d', 'SKU-1', %1$d, 'PriceChanged', 'product-events', '{}', '', 'SENT',
                NOW(6) - INTERVAL 60 SECOND)"""
            .formatted(version));
  }

  void creditLimit(String tenant, int cents) throws SQLException {
    orders(
        "REPLACE INTO credit_limit (tenant, limit_cents) VALUES ('%s', %d)"
            .formatted(tenant, cents));
  }

  void coupon(int n, String state) throws SQLException {
    notifications(
        """
        INSERT INTO coupon (code, order_id, tenant, event_id, state, used_at, revoked_at)
        VALUES (LEFT(UUID(), 32), '%1$s', 'acme', '%1$s:2', '%2$s',
                IF('%2$s' = 'USED', NOW(6), NULL), IF('%2$s' = 'REVOKED', NOW(6), NULL))"""
            .formatted(id(n), state));
  }

  /** The order's first event, created and, if it is SENT, sent so many seconds ago. */
  public void event(int n, String state, int ageSeconds) throws SQLException {
    event(n, 1, "OrderPlaced", state, ageSeconds);
  }

  public void event(int n, int version, String type, String state, int ageSeconds)
      throws SQLException {
    orders(
        """
        INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,
                            traceparent, created_at, state, sent_at)
        VALUES ('%1$s:%4$d', '%1$s', %4$d, '%5$s', '{}', '', NOW(6) - INTERVAL %2$d SECOND, '%3$s',
                IF('%3$s' = 'SENT', NOW(6) - INTERVAL %2$d SECOND, '1970-01-01'))"""
            .formatted(id(n), ageSeconds, state, version, type));
  }

  void inbox(int n) throws SQLException {
    inbox(n, 1);
  }

  void inbox(int n, int version) throws SQLException {
    notifications(
        """
        INSERT INTO inbox (consumer_name, event_id, payload_hash)
        VALUES ('notification-service', '%s:%d', '')"""
            .formatted(id(n), version));
  }

  public void effect(int n) throws SQLException {
    effect(n, 1, "OrderPlaced");
  }

  public void effect(int n, int version, String type) throws SQLException {
    notifications(
        """
        INSERT INTO notification (event_id, order_id, tenant, kind, text)
        VALUES ('%1$s:%2$d', '%1$s', 'acme', '%3$s', '')"""
            .formatted(id(n), version, type));
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

  public void orders(String statement) throws SQLException {
    execute(orders, statement);
  }

  public void notifications(String statement) throws SQLException {
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
