package dev.orderchain.drills.check;

import dev.orderchain.drills.check.CardOrder.Reservation;
import dev.orderchain.drills.check.CardOrder.Workflow;
import dev.orderchain.drills.check.Snapshot.Reading;
import dev.orderchain.drills.check.Snapshot.Source;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.stream.Stream;

/**
 * The provider's ledger, then the two databases in three snapshots, taken in this order:
 * notification, order, notification. They are held open while the check runs, so on a busy chain a
 * check is not left running.
 */
final class SqlFacts implements Facts, AutoCloseable {
  private final Ledger ledger;
  private final Snapshot before;
  private final Snapshot orders;
  private final Snapshot after;
  private final LocalDateTime watermark;
  private final LocalDateTime inboxKeptSince;

  private SqlFacts(
      Ledger ledger, Snapshot before, Snapshot orders, Snapshot after, Margins margins) {
    this.ledger = ledger;
    this.before = before;
    this.orders = orders;
    this.after = after;
    watermark = orders.now().minus(margins.settle());
    inboxKeptSince = before.now().minus(margins.inboxKept());
  }

  /**
   * Two spans that excuse a row.
   *
   * @param settle how long work may be in flight
   * @param inboxKept how long an event can be delivered again, and so needs its inbox row
   */
  record Margins(Duration settle, Duration inboxKept) {}

  /** Whom to ask. */
  record Sources(Source orderDb, Source notificationDb, URI provider) {}

  static SqlFacts open(Sources sources, Margins margins, Progress progress) {
    Ledger ledger = Ledger.read(sources.provider(), now(sources.orderDb(), progress), progress);
    Snapshot before = Snapshot.open(sources.notificationDb(), progress);
    Snapshot orders = Snapshot.open(sources.orderDb(), progress);
    Snapshot after = Snapshot.open(sources.notificationDb(), progress);
    return new SqlFacts(ledger, before, orders, after, margins);
  }

  private static LocalDateTime now(Source database, Progress progress) {
    try (Snapshot snapshot = Snapshot.open(database, progress)) {
      return snapshot.now();
    }
  }

  @Override
  public LocalDateTime watermark() {
    return watermark;
  }

  @Override
  public LocalDateTime inboxKeptSince() {
    return inboxKeptSince;
  }

  @Override
  public Stream<Order> ordersById() {
    return orders.rows(
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

  @Override
  public Stream<Event> eventsById() {
    return orders.rows(
        """
        SELECT event_id, aggregate_id, aggregate_version, event_type, state, created_at, sent_at
        FROM outbox FORCE INDEX (uk_outbox_event)
        WHERE event_id >= ?
        ORDER BY event_id""",
        "",
        SqlFacts::event);
  }

  @Override
  public Stream<Event> eventsByOrder() {
    return orders.rows(
        """
        SELECT aggregate_id, event_id, aggregate_version, event_type, state, created_at, sent_at
        FROM outbox FORCE INDEX (ix_outbox_aggregate)
        WHERE aggregate_id >= ?
        ORDER BY aggregate_id, aggregate_version, id""",
        "",
        SqlFacts::event);
  }

  @Override
  public Stream<Event> unsent() {
    return Stream.concat(
        Stream.concat(eventsIn(State.PENDING), eventsIn(State.CLAIMED)), eventsIn(State.PARKED));
  }

  private Stream<Event> eventsIn(State state) {
    return orders.rows(
        """
        SELECT id, event_id, aggregate_id, aggregate_version, event_type, state, created_at,
               sent_at
        FROM outbox FORCE INDEX (ix_outbox_due)
        WHERE state = '%s' AND id >= ?
        ORDER BY id"""
            .formatted(state),
        0L,
        SqlFacts::event);
  }

  @Override
  public Stream<Stock> stockBySku() {
    return orders.all(
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

  @Override
  public Stream<CardOrder> cardOrdersById() {
    return orders.rows(
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
        SqlFacts::cardOrder);
  }

  @Override
  public Stream<String> workflowsByOrder() {
    return orders.rows(
        """
        SELECT order_id FROM workflow FORCE INDEX (uk_workflow_order)
        WHERE order_id >= ?
        ORDER BY order_id""",
        "",
        SqlFacts::orderId);
  }

  @Override
  public Stream<String> returnsByOrder() {
    return orders.rows(
        """
        SELECT order_id FROM stock_return FORCE INDEX (PRIMARY)
        WHERE order_id >= ?
        ORDER BY order_id, branch_id""",
        "",
        SqlFacts::orderId);
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public Stream<Effect> effectsBeforeById() {
    return effectsById(before);
  }

  @Override
  public Stream<Effect> effectsAfterById() {
    return effectsById(after);
  }

  @Override
  public Stream<Effect> effectsBeforeByOrder() {
    return effectsByOrder(before);
  }

  @Override
  public Stream<Effect> effectsAfterByOrder() {
    return effectsByOrder(after);
  }

  @Override
  public Stream<String> inboxAfterById() {
    Reading<String> eventId = row -> row.getString("event_id");
    return after.rows(
        """
        SELECT event_id FROM inbox FORCE INDEX (PRIMARY)
        WHERE consumer_name = 'notification-service'
          AND event_id >= ?
        ORDER BY event_id""",
        "",
        eventId);
  }

  @Override
  public Stream<Coupon> couponsBeforeByOrder() {
    return couponsByOrder(before);
  }

  @Override
  public Stream<Coupon> couponsAfterByOrder() {
    return couponsByOrder(after);
  }

  @Override
  public void close() {
    before.close();
    orders.close();
    after.close();
  }

  private static Stream<Effect> effectsById(Snapshot snapshot) {
    return snapshot.rows(
        """
        SELECT event_id, order_id, tenant, kind, created_at
        FROM notification FORCE INDEX (ix_notification_event)
        WHERE event_id >= ?
        ORDER BY event_id, id""",
        "",
        SqlFacts::effect);
  }

  private static Stream<Effect> effectsByOrder(Snapshot snapshot) {
    return snapshot.rows(
        """
        SELECT order_id, event_id, tenant, kind, created_at
        FROM notification FORCE INDEX (ix_notification_order)
        WHERE order_id >= ?
        ORDER BY order_id, id""",
        "",
        SqlFacts::effect);
  }

  private static Stream<Coupon> couponsByOrder(Snapshot snapshot) {
    return snapshot.rows(
        """
        SELECT order_id, code, tenant, event_id, state
        FROM coupon FORCE INDEX (ix_coupon_order)
        WHERE order_id >= ?
        ORDER BY order_id, code""",
        "",
        row ->
            new Coupon(
                row.getString("code"),
                orderId(row),
                row.getString("tenant"),
                row.getString("event_id"),
                row.getString("state").equals("ISSUED")));
  }

  private static String orderId(ResultSet row) throws SQLException {
    return row.getString("order_id");
  }

  private static CardOrder cardOrder(ResultSet row) throws SQLException {
    return new CardOrder(
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

  private static Effect effect(ResultSet row) throws SQLException {
    return new Effect(
        row.getString("event_id"),
        row.getString("order_id"),
        row.getString("tenant"),
        row.getString("kind"),
        time(row, "created_at"));
  }
}
