package dev.orderchain.drills.check.invariant;

import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Attempt;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One tenant's traffic and all that came of it, at rest: what was asked and answered, the rows of
 * both databases, the broker's records.
 *
 * @param effects in the order in which they happened
 * @param deliveries of one order in the order in which the broker has them
 */
public record Observation(
    List<Attempt> attempts,
    List<OrderRow> orders,
    List<EventRow> events,
    List<EffectRow> effects,
    List<Delivery> deliveries) {

  /**
   * @param key null when no idempotency row names the order
   */
  public record OrderRow(String id, String key, String sku, int quantity) {}

  public record EventRow(String id, String orderId, int version, String state) {}

  public record EffectRow(String eventId, String orderId) {}

  /** A record of the topic. */
  public record Delivery(String eventId, String orderId) {}

  /** The attempts that were told of their order. */
  Stream<Attempt> acknowledgements() {
    return attempts.stream().filter(attempt -> attempt.answer() instanceof Answer.Placed);
  }

  /** Reads a tenant's rows; its deliveries are those of its orders. */
  public static Observation read(
      Connection orderDb,
      Connection notificationDb,
      String tenant,
      List<Attempt> attempts,
      List<Delivery> topic)
      throws SQLException {
    List<OrderRow> orders =
        rows(
            orderDb,
            """
            SELECT o.order_id, i.idempotency_key, o.sku, o.quantity
            FROM orders o LEFT JOIN order_idempotency i
              ON i.order_id = o.order_id AND i.tenant = o.tenant
            WHERE o.tenant = ? ORDER BY o.order_id""",
            tenant,
            row ->
                new OrderRow(row.getString(1), row.getString(2), row.getString(3), row.getInt(4)));
    List<EventRow> events =
        rows(
            orderDb,
            """
            SELECT e.event_id, e.aggregate_id, e.aggregate_version, e.state
            FROM orders o JOIN outbox e ON e.aggregate_id = o.order_id
            WHERE o.tenant = ? ORDER BY e.aggregate_id, e.aggregate_version""",
            tenant,
            row ->
                new EventRow(row.getString(1), row.getString(2), row.getInt(3), row.getString(4)));
    List<EffectRow> effects =
        rows(
            notificationDb,
            "SELECT event_id, order_id FROM notification WHERE tenant = ? ORDER BY id",
            tenant,
            row -> new EffectRow(row.getString(1), row.getString(2)));
    Set<String> ids = orders.stream().map(OrderRow::id).collect(Collectors.toSet());
    List<Delivery> deliveries = topic.stream().filter(d -> ids.contains(d.orderId())).toList();
    return new Observation(attempts, orders, events, effects, deliveries);
  }

  private interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> List<T> rows(
      Connection connection, String sql, String tenant, Reading<T> reading) throws SQLException {
    List<T> rows = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(sql)) {
      query.setString(1, tenant);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) rows.add(reading.of(row));
      }
    }
    return rows;
  }
}
