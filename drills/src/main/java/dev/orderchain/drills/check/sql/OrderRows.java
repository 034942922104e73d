package dev.orderchain.drills.check.sql;

import dev.orderchain.drills.check.fact.CardOrderRows;
import dev.orderchain.drills.check.fact.CardOrderRows.Reservation;
import dev.orderchain.drills.check.fact.CardOrderRows.Workflow;
import dev.orderchain.drills.check.fact.Facts.Event;
import dev.orderchain.drills.check.fact.Facts.Held;
import dev.orderchain.drills.check.fact.Facts.Order;
import dev.orderchain.drills.check.fact.Facts.OrderPrice;
import dev.orderchain.drills.check.fact.Facts.OrderState;
import dev.orderchain.drills.check.fact.Facts.Price;
import dev.orderchain.drills.check.fact.Facts.Product;
import dev.orderchain.drills.check.fact.Facts.State;
import dev.orderchain.drills.check.fact.Facts.Stock;
import dev.orderchain.drills.check.sql.Snapshot.Reading;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.stream.Stream;

/** The tables of the order database. */
record OrderRows(Snapshot snapshot) {
  Stream<Order> ordersById() {
    return snapshot.rows(
        """
        SELECT order_id, tenant, state FROM orders FORCE INDEX (PRIMARY)
        WHERE order_id >= ?
        ORDER BY order_id""",
        "",
        row ->
            new Order(
                row.getString("order_id"),
                row.getString("tenant"),
                OrderState.valueOf(row.getString("state"))));
  }

  Stream<Event> eventsById() {
    return snapshot.rows(
        """
        SELECT event_id, aggregate_id, aggregate_version, event_type, state, created_at, sent_at
        FROM outbox FORCE INDEX (uk_outbox_event)
        WHERE topic = 'order-events' AND event_id >= ?
        ORDER BY event_id""",
        "",
        OrderRows::event);
  }

  Stream<Event> eventsByOrder() {
    return eventsByAggregate("order-events");
  }

  Stream<Event> productEventsBySku() {
    return eventsByAggregate("product-events");
  }

  private Stream<Event> eventsByAggregate(String topic) {
    return snapshot.rows(
        """
        SELECT aggregate_id, event_id, aggregate_version, event_type, state, created_at, sent_at
        FROM outbox FORCE INDEX (ix_outbox_aggregate)
        WHERE topic = '%s' AND aggregate_id >= ?
        ORDER BY aggregate_id, aggregate_version, id"""
            .formatted(topic),
        "",
        OrderRows::event);
  }

  Stream<Event> unsent() {
    return Stream.concat(
        Stream.concat(eventsIn(State.PENDING), eventsIn(State.CLAIMED)), eventsIn(State.PARKED));
  }

  private Stream<Event> eventsIn(State state) {
    return snapshot.rows(
        """
        SELECT id, event_id, aggregate_id, aggregate_version, event_type, state, created_at,
               sent_at
        FROM outbox FORCE INDEX (ix_outbox_due)
        WHERE state = '%s' AND id >= ?
        ORDER BY id"""
            .formatted(state),
        0L,
        OrderRows::event);
  }

  Stream<Stock> stockBySku() {
    return snapshot.all(
        """
        SELECT sku, SUM(supplied) AS supplied, SUM(available) AS available, SUM(ordered) AS ordered,
               SUM(reserved) AS reserved, SUM(sold) AS sold,
               SUM(held) AS held, SUM(confirmed) AS confirmed
        FROM (SELECT sku, supplied, available, 0 AS ordered, reserved, sold,
                     0 AS held, 0 AS confirmed
              FROM stock
              UNION ALL
              SELECT sku, 0, 0, SUM(quantity), 0, 0, 0, 0
              FROM orders WHERE state = 'PLACED' GROUP BY sku
              UNION ALL
              SELECT sku, 0, 0, 0, 0, 0, SUM(IF(state = 'RESERVED', quantity, 0)),
                     SUM(IF(state = 'CONFIRMED', quantity, 0))
              FROM reservation WHERE state <> 'CANCELLED' GROUP BY sku
              UNION ALL
              SELECT sku, 0, 0, 0, 0, 0, 0, -SUM(quantity) FROM stock_return GROUP BY sku) AS moves
        GROUP BY sku ORDER BY sku""",
        row ->
            new Stock(
                row.getString("sku"),
                row.getLong("supplied"),
                row.getLong("available"),
                row.getLong("ordered"),
                new Held(row.getLong("reserved"), row.getLong("sold")),
                new Held(row.getLong("held"), row.getLong("confirmed"))));
  }

  Stream<Product> productsBySku() {
    return snapshot.all(
        """
        SELECT p.sku, p.version, p.price_cents, COALESCE(h.versions, 0) AS versions,
               n.version AS newest, n.price_cents AS newest_cents, n.changed_at
        FROM product p
        LEFT JOIN (SELECT sku, COUNT(*) AS versions, MAX(version) AS newest
                   FROM product_price GROUP BY sku) AS h ON h.sku = p.sku
        LEFT JOIN product_price n ON n.sku = h.sku AND n.version = h.newest
        ORDER BY p.sku""",
        OrderRows::product);
  }

  Stream<Price> pricesBySku() {
    return snapshot.rows(
        """
        SELECT sku, version, price_cents, changed_at FROM product_price FORCE INDEX (PRIMARY)
        WHERE sku >= ?
        ORDER BY sku, version""",
        "",
        row -> price(row, "version", "price_cents"));
  }

  Stream<OrderPrice> orderPricesById() {
    return snapshot.rows(
        """
        SELECT o.order_id, o.sku, o.price_version, o.price_cents, p.price_cents AS listed
        FROM orders o FORCE INDEX (PRIMARY)
        LEFT JOIN product_price p ON p.sku = o.sku AND p.version = o.price_version
        WHERE o.price_version > 0 AND o.order_id >= ?
        ORDER BY o.order_id""",
        "",
        row ->
            new OrderPrice(
                orderId(row),
                row.getString("sku"),
                row.getInt("price_version"),
                row.getLong("price_cents"),
                row.getObject("listed", Long.class)));
  }

  Stream<CardOrderRows> cardOrdersById() {
    return snapshot.rows(
        """
        SELECT o.order_id, o.state, o.quantity * o.price_cents AS amount_cents,
               r.state AS reserved, r.deadline AS reserved_until, b.order_id AS returned,
               w.step, w.decision, w.payment, w.refund, w.due_at, w.deadline, w.updated_at
        FROM orders o FORCE INDEX (PRIMARY)
        LEFT JOIN reservation r ON r.order_id = o.order_id AND r.branch_id = 'stock'
                               AND r.sku = o.sku AND r.quantity = o.quantity
        LEFT JOIN stock_return b ON b.order_id = o.order_id AND b.branch_id = 'stock'
                                AND b.sku = o.sku AND b.quantity = o.quantity
        LEFT JOIN workflow w ON w.order_id = o.order_id
        WHERE o.payment = 'CARD' AND o.order_id >= ?
        ORDER BY o.order_id""",
        "",
        OrderRows::cardOrder);
  }

  Stream<String> workflowsByOrder() {
    return snapshot.rows(
        """
        SELECT order_id FROM workflow FORCE INDEX (uk_workflow_order)
        WHERE order_id >= ?
        ORDER BY order_id""",
        "",
        OrderRows::orderId);
  }

  Stream<String> returnsByOrder() {
    return snapshot.rows(
        """
        SELECT order_id FROM stock_return FORCE INDEX (PRIMARY)
        WHERE order_id >= ?
        ORDER BY order_id, branch_id""",
        "",
        OrderRows::orderId);
  }

  long tenantsOverCreditLimit() {
    Reading<Long> tenants = row -> row.getLong("tenants");
    return snapshot
        .all(
            """
            SELECT COUNT(*) AS tenants FROM credit_limit c
            WHERE c.limit_cents < (
              SELECT SUM(o.open_cents) FROM orders o FORCE INDEX (ix_orders_open)
              WHERE o.tenant = c.tenant AND o.open_cents IS NOT NULL)""",
            tenants)
        .findFirst()
        .orElseThrow();
  }

  private static String orderId(ResultSet row) throws SQLException {
    return row.getString("order_id");
  }

  private static Product product(ResultSet row) throws SQLException {
    return new Product(
        row.getString("sku"),
        row.getInt("version"),
        row.getLong("price_cents"),
        row.getString("newest") == null ? null : price(row, "newest", "newest_cents"),
        row.getLong("versions"));
  }

  private static Price price(ResultSet row, String version, String cents) throws SQLException {
    return new Price(
        row.getString("sku"), row.getInt(version), row.getLong(cents), time(row, "changed_at"));
  }

  private static CardOrderRows cardOrder(ResultSet row) throws SQLException {
    return new CardOrderRows(
        orderId(row),
        OrderState.valueOf(row.getString("state")),
        row.getLong("amount_cents"),
        row.getString("reserved") == null
            ? null
            : new Reservation(row.getString("reserved"), time(row, "reserved_until")),
        row.getString("returned") != null,
        row.getString("step") == null
            ? null
            : new Workflow(
                row.getString("step"),
                row.getString("decision"),
                row.getString("payment"),
                row.getString("refund"),
                time(row, "due_at"),
                time(row, "deadline"),
                time(row, "updated_at")));
  }

  private static LocalDateTime time(ResultSet row, String column) throws SQLException {
    return row.getObject(column, LocalDateTime.class);
  }

  private static Event event(ResultSet row) throws SQLException {
    return new Event(
        row.getString("event_id"),
        row.getString("aggregate_id"),
        row.getInt("aggregate_version"),
        row.getString("event_type"),
        State.valueOf(row.getString("state")),
        time(row, "created_at"),
        time(row, "sent_at"));
  }
}
