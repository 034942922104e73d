package dev.orderchain.drills.drill.order;

import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.drills.world.Arming;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.Byteman;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * The insert into the outbox hits a row that is there already. For that the row has to be planted
 * before the order has its id, so order-service is made to draw an id that is known.
 */
public final class MidTransactionFailure implements Drill {

  @Override
  public String name() {
    return "mid-transaction-failure";
  }

  @Override
  public String fault() {
    return "the order's insert into the outbox hits a row that was planted under its event id";
  }

  @Override
  public void run(Stage stage) throws Exception {
    String orderId = new UUID(stage.random().nextLong(), stage.random().nextLong()).toString();
    Byteman.Rule drawn =
        Byteman.Rule.act(
            "the order id is drawn",
            "dev.orderchain.order.orders.OrderIds",
            "next",
            "AT ENTRY",
            "TRUE",
            "return \"" + orderId + "\"");
    stage.target(Chain.ORDER_SERVICE).restart(Arming.PLAIN.rules(List.of(drawn)));
    plant(stage, orderId);
    State before = State.of(stage, orderId);
    Request request = stage.request();
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
    }
    stage
        .waits()
        .awaitHit(
            "the order that failed had the planted id",
            Duration.ofSeconds(5),
            () ->
                stage.target(Chain.ORDER_SERVICE).log().contains(drawn.trace())
                    && stage.target(Chain.ORDER_SERVICE).log().contains("uk_outbox_event"));
    State after = State.of(stage, orderId);

    stage.evidence().show("clientSaw", stage.history().attempts().getFirst().answer().brief());
    stage.evidence().demand("stockUnchanged", after.available == before.available, true);
    stage.evidence().demand("idemRows", rows(stage, "order_idempotency"), 0);
    stage.evidence().demand("orders", rows(stage, "orders"), 0);
    stage.evidence().demand("outboxUnchanged", after.outboxRows == before.outboxRows, true);
    stage.evidence().demand("seedUntouched", after.planted.equals(before.planted), true);
    stage.orderDb().update("DELETE FROM outbox WHERE aggregate_id = ?", orderId);
  }

  private static long rows(Stage stage, String table) throws SQLException {
    return stage
        .orderDb()
        .count("SELECT COUNT(*) FROM " + table + " WHERE tenant = ?", stage.tenant());
  }

  /** DISCARDED, so that no relay takes it for an event. */
  private static void plant(Stage stage, String orderId) throws SQLException {
    stage
        .orderDb()
        .update(
            """
            INSERT INTO outbox
              (event_id, aggregate_id, aggregate_version, event_type, payload, traceparent, state)
            VALUES (CONCAT(?, ':1'), ?, 1, 'Planted', '{}', REPEAT('0', 55), 'DISCARDED')""",
            orderId,
            orderId);
  }

  private record State(long available, long outboxRows, String planted) {
    static State of(Stage stage, String orderId) throws SQLException {
      return new State(
          stage.orderDb().count("SELECT available FROM stock WHERE sku = ?", stage.sku()),
          stage.orderDb().count("SELECT COUNT(*) FROM outbox"),
          stage
              .orderDb()
              .text(
                  """
                  SELECT CONCAT_WS('|', id, HEX(event_id), aggregate_version, HEX(event_type),
                                   HEX(payload), HEX(traceparent), created_at, HEX(state),
                                   HEX(claim_id), claim_version, lease_until, attempts, sent_at,
                                   HEX(last_error))
                  FROM outbox WHERE aggregate_id = ?""",
                  orderId));
    }
  }
}
