package dev.orderchain.drills.check.sql;

import dev.orderchain.drills.check.fact.Facts.Coupon;
import dev.orderchain.drills.check.fact.Facts.CouponState;
import dev.orderchain.drills.check.fact.Facts.Effect;
import dev.orderchain.drills.check.sql.Snapshot.Reading;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.stream.Stream;

/** The tables of the notification database. */
record NotificationRows(Snapshot snapshot) {
  Stream<Effect> effectsById() {
    return snapshot.rows(
        """
        SELECT event_id, order_id, tenant, kind, created_at
        FROM notification FORCE INDEX (ix_notification_event)
        WHERE event_id >= ?
        ORDER BY event_id, id""",
        "",
        NotificationRows::effect);
  }

  Stream<Effect> effectsByOrder() {
    return snapshot.rows(
        """
        SELECT order_id, event_id, tenant, kind, created_at
        FROM notification FORCE INDEX (ix_notification_order)
        WHERE order_id >= ?
        ORDER BY order_id, id""",
        "",
        NotificationRows::effect);
  }

  Stream<String> inboxById() {
    Reading<String> eventId = row -> row.getString("event_id");
    return snapshot.rows(
        """
        SELECT event_id FROM inbox FORCE INDEX (PRIMARY)
        WHERE consumer_name = 'notification-service'
          AND event_id >= ?
        ORDER BY event_id""",
        "",
        eventId);
  }

  Stream<Coupon> couponsByOrder() {
    return snapshot.rows(
        """
        SELECT c.order_id, c.code, c.tenant, c.event_id, c.state,
               EXISTS (SELECT 1 FROM coupon_review r
                       WHERE r.order_id = c.order_id AND r.code = c.code) AS in_review
        FROM coupon c FORCE INDEX (ix_coupon_order)
        WHERE c.order_id >= ?
        ORDER BY c.order_id, c.code""",
        "",
        NotificationRows::coupon);
  }

  private static Coupon coupon(ResultSet row) throws SQLException {
    return new Coupon(
        row.getString("code"),
        row.getString("order_id"),
        row.getString("tenant"),
        row.getString("event_id"),
        CouponState.valueOf(row.getString("state")),
        row.getBoolean("in_review"));
  }

  private static Effect effect(ResultSet row) throws SQLException {
    return new Effect(
        row.getString("event_id"),
        row.getString("order_id"),
        row.getString("tenant"),
        row.getString("kind"),
        row.getObject("created_at", LocalDateTime.class));
  }
}
