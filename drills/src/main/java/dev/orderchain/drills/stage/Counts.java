package dev.orderchain.drills.stage;

import dev.orderchain.drills.check.invariant.Observation;
import dev.orderchain.drills.check.invariant.Observation.Delivery;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.source.Topic;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What has come of all that was asked for on a stage: rows of its tenant, records of its orders.
 */
public final class Counts {
  private final Stage stage;
  private final Topic topic;

  /**
   * @param topic whose records count from when it was opened; null where it cannot be read
   */
  Counts(Stage stage, Topic topic) {
    this.stage = stage;
    this.topic = topic;
  }

  /** By its idempotency row; null when the database knows nothing of the request. */
  public String orderIdOf(Request request) throws SQLException {
    return stage
        .orderDb()
        .text(
            "SELECT order_id FROM order_idempotency WHERE tenant = ? AND idempotency_key = ?",
            request.tenant(),
            request.key());
  }

  /** How many orders there are of all that was asked for here. */
  public long orders() throws SQLException {
    return stage.orderDb().count("SELECT COUNT(*) FROM orders WHERE tenant = ?", stage.tenant());
  }

  /** How many events there are of all that was asked for here. */
  public long events() throws SQLException {
    return stage
        .orderDb()
        .count(
            """
        SELECT COUNT(*) FROM orders o JOIN outbox e ON e.aggregate_id = o.order_id
        WHERE o.tenant = ?\
        """,
            stage.tenant());
  }

  /** Those of one type. */
  public long events(String type) throws SQLException {
    return stage
        .orderDb()
        .count(
            """
        SELECT COUNT(*) FROM orders o JOIN outbox e ON e.aggregate_id = o.order_id
        WHERE o.tenant = ? AND e.event_type = ?\
        """,
            stage.tenant(),
            type);
  }

  /** How many coupons there are, used, revoked or neither. */
  public long coupons() throws SQLException {
    return stage
        .notificationDb()
        .count("SELECT COUNT(*) FROM coupon WHERE tenant = ?", stage.tenant());
  }

  /** How many effects there are of all that was asked for here. */
  public long effects() throws SQLException {
    return stage
        .notificationDb()
        .count("SELECT COUNT(*) FROM notification WHERE tenant = ?", stage.tenant());
  }

  /** How many pieces of the stage's product are available, reserved and sold. */
  public Pieces pieces() throws SQLException {
    String row =
        stage
            .orderDb()
            .text(
                "SELECT CONCAT_WS('/', available, reserved, sold) FROM stock WHERE sku = ?",
                stage.sku());
    return Pieces.parse(row);
  }

  /** What the topic has got of this stage's orders since it began. */
  public List<Delivery> deliveries() throws SQLException {
    return observe().deliveries();
  }

  /** All of it, for the checks. */
  Observation observe() throws SQLException {
    try (Connection orders = stage.orderDb().connect();
        Connection notifications = stage.notificationDb().connect()) {
      return Observation.read(
          orders,
          notifications,
          stage.tenant(),
          stage.history().attempts(),
          topic == null ? List.of() : topic.deliveries());
    }
  }
}
