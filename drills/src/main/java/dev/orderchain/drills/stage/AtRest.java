package dev.orderchain.drills.stage;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** Whether all that was asked for on a stage has come to its end. */
final class AtRest {
  private final Stage stage;

  AtRest(Stage stage) {
    this.stage = stage;
  }

  /** In the order in which one follows from the other. */
  boolean holds() throws SQLException {
    return openWorkflows() == 0
        && eventsAreInEffect()
        && stage.prices().areSent()
        && couponsAreIn();
  }

  /** Card orders that are neither at an end nor wait for a person. */
  private long openWorkflows() throws SQLException {
    return stage
        .orderDb()
        .count(
            """
            SELECT COUNT(*) FROM orders o JOIN workflow w ON w.order_id = o.order_id
            WHERE o.tenant = ? AND w.step NOT IN ('DONE', 'NEEDS_REVIEW')\
            """,
            stage.tenant());
  }

  private boolean eventsAreInEffect() throws SQLException {
    long events =
        stage
            .orderDb()
            .count(
                """
                SELECT IF(SUM(e.state IN ('PENDING', 'CLAIMED')) > 0, -1, SUM(e.state = 'SENT'))
                FROM orders o JOIN outbox e ON e.aggregate_id = o.order_id WHERE o.tenant = ?\
                """,
                stage.tenant());
    long effects =
        stage
            .notificationDb()
            .count(
                "SELECT COUNT(DISTINCT event_id) FROM notification WHERE tenant = ?",
                stage.tenant());
    return events >= 0 && effects >= events;
  }

  /** A refund revokes its order's coupon, or leaves a review. */
  private boolean couponsAreIn() throws SQLException {
    long revoked =
        stage
            .notificationDb()
            .count(
                """
                SELECT (SELECT COUNT(*) FROM coupon WHERE tenant = ? AND state = 'REVOKED')
                     + (SELECT COUNT(*) FROM coupon_review WHERE tenant = ?)\
                """,
                stage.tenant(),
                stage.tenant());
    return stage.counts().coupons() >= stage.counts().events("OrderConfirmed")
        && revoked >= stage.counts().events("OrderRefunded");
  }

  /** Of the events up to that row of the outbox, while others may come. */
  boolean areInEffect(long lastOutboxId) throws SQLException {
    List<String> events =
        stage
            .orderDb()
            .texts(
                """
                SELECT e.event_id FROM orders o JOIN outbox e ON e.aggregate_id = o.order_id
                WHERE o.tenant = ? AND e.id <= ?\
                """,
                stage.tenant(),
                lastOutboxId);
    List<String> effects =
        stage
            .notificationDb()
            .texts("SELECT event_id FROM notification WHERE tenant = ?", stage.tenant());
    return Set.copyOf(effects).containsAll(events);
  }
}
