package dev.orderchain.drills.check;

import dev.orderchain.drills.check.Snapshot.Reading;
import dev.orderchain.drills.check.Snapshot.Source;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.stream.Stream;

/**
 * The two databases in three snapshots, taken in this order: notification, order, notification.
 * They are held open while the check runs, so on a busy chain a check is not left running.
 */
final class SqlFacts implements Facts, AutoCloseable {
  private final Snapshot before;
  private final Snapshot orders;
  private final Snapshot after;
  private final LocalDateTime watermark;
  private final LocalDateTime inboxKeptSince;

  private SqlFacts(Snapshot before, Snapshot orders, Snapshot after, Margins margins) {
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

  static SqlFacts open(Source orderDb, Source notificationDb, Margins margins, Progress progress) {
    Snapshot before = Snapshot.open(notificationDb, progress);
    Snapshot orders = Snapshot.open(orderDb, progress);
    Snapshot after = Snapshot.open(notificationDb, progress);
    return new SqlFacts(before, orders, after, margins);
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
        SELECT order_id, tenant FROM orders FORCE INDEX (PRIMARY)
        WHERE order_id >= ?
        ORDER BY order_id""",
        "",
        row -> new Order(row.getString("order_id"), row.getString("tenant")));
  }

  @Override
  public Stream<Event> eventsById() {
    return orders.rows(
        """
        SELECT event_id, aggregate_id, state, created_at, sent_at
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
        SELECT aggregate_id, event_id, state, created_at, sent_at
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
        SELECT id, event_id, aggregate_id, state, created_at, sent_at
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
              FROM reservation WHERE state <> 'CANCELLED' GROUP BY sku) AS moves
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
  public void close() {
    before.close();
    orders.close();
    after.close();
  }

  private static Stream<Effect> effectsById(Snapshot snapshot) {
    return snapshot.rows(
        """
        SELECT event_id, order_id, tenant, created_at
        FROM notification FORCE INDEX (ix_notification_event)
        WHERE event_id >= ?
        ORDER BY event_id, id""",
        "",
        SqlFacts::effect);
  }

  private static Stream<Effect> effectsByOrder(Snapshot snapshot) {
    return snapshot.rows(
        """
        SELECT order_id, event_id, tenant, created_at
        FROM notification FORCE INDEX (ix_notification_order)
        WHERE order_id >= ?
        ORDER BY order_id, id""",
        "",
        SqlFacts::effect);
  }

  private static Event event(ResultSet row) throws SQLException {
    return new Event(
        row.getString("event_id"),
        row.getString("aggregate_id"),
        State.valueOf(row.getString("state")),
        row.getObject("created_at", LocalDateTime.class),
        row.getObject("sent_at", LocalDateTime.class));
  }

  private static Effect effect(ResultSet row) throws SQLException {
    return new Effect(
        row.getString("event_id"),
        row.getString("order_id"),
        row.getString("tenant"),
        row.getObject("created_at", LocalDateTime.class));
  }
}
