package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * order-service is killed from outside while a payment is on its way: what the armed {@link
 * CardKilled} shows at exact points, on a chain as it is.
 */
public final class SlowPaymentKilled implements Drill {
  private static final String RESERVATION =
      "SELECT 1 FROM reservation WHERE order_id = ? AND branch_id = 'stock' FOR UPDATE";
  private static final String OPPOSITE =
      "UPDATE workflow SET cancel_at = NOW(6) WHERE order_id = ?";

  private final Moment moment;

  public SlowPaymentKilled(Moment moment) {
    this.moment = moment;
  }

  public enum Moment {
    ANSWER_LOST("none", "AUTHORISED"),
    ONE_CONFIRMED("CONFIRM", "CAPTURED");

    private final String decision;
    private final String provider;

    Moment(String decision, String provider) {
      this.decision = decision;
      this.provider = provider;
    }
  }

  @Override
  public String name() {
    return switch (moment) {
      case ANSWER_LOST -> "card-answer-lost-killed";
      case ONE_CONFIRMED -> "card-one-confirmed-killed";
    };
  }

  @Override
  public String fault() {
    return switch (moment) {
      case ANSWER_LOST ->
          "a payment is authorised, and order-service is killed before the answer comes";
      case ONE_CONFIRMED ->
          "order-service is killed when the money was taken and the reservation, whose row another"
              + " session holds, is not confirmed";
    };
  }

  @Override
  public boolean runsHere() {
    return true;
  }

  @Override
  public void run(Stage stage) throws Exception {
    SlowPayment payment = new SlowPayment(stage);
    CardOrder atDeath = payment.strike(new Kill(stage));
    Evidence evidence = stage.evidence();
    evidence.hit("killed with the provider ahead of the rows: " + atDeath.inWords());
    evidence.demand("decisionAtDeath", atDeath.decision(), moment.decision);
    evidence.demand("paymentAtDeath", atDeath.provider(), moment.provider);
    evidence.demand("reservationAtDeath", atDeath.reservation(), "RESERVED");
    if (moment == Moment.ONE_CONFIRMED) demandOppositeRefused(stage, atDeath);
    stage.recover();
    CardOrder end = SlowPayment.awaitEnd(stage, atDeath.id());
    evidence.demand("order", end.state(), "CONFIRMED");
    evidence.demand("reservation", end.reservation(), "CONFIRMED");
    evidence.demand("captured", end.isCaptured(), true);
    evidence.demand("moved", payment.moved(), "-1/0/1");
    String calls = CardEnd.calls(stage, end);
    if (moment == Moment.ANSWER_LOST) {
      evidence.demand("foundByKey", calls.contains("LOOK_UP"), true);
    }
    CardEnd.demand(stage);
    evidence.show("calls", calls);
  }

  private final class Kill implements SlowPayment.Strike {
    private final Stage stage;
    private final Target service;

    Kill(Stage stage) {
      this.stage = stage;
      service = stage.target(Chain.ORDER_SERVICE);
    }

    @Override
    public void on(String orderId) throws Exception {
      switch (moment) {
        case ANSWER_LOST -> {
          SlowPayment.awaitAuthorised(stage, orderId);
          service.kill();
        }
        case ONE_CONFIRMED -> {
          try (Connection other = stage.world().asOwner()) {
            other.setAutoCommit(false);
            run(other, RESERVATION, orderId);
            stage
                .waits()
                .await(
                    "the capture",
                    SlowPayment.BOUND,
                    () -> stage.paymentOf(orderId).state().equals("CAPTURED"));
            service.kill();
          }
        }
      }
    }

    @Override
    public boolean hit(CardOrder order) {
      return order.decision().equals(moment.decision) && order.state().equals("PENDING");
    }

    @Override
    public void undo() {
      service.start();
    }
  }

  /** By the table itself, whoever asks. */
  private static void demandOppositeRefused(Stage stage, CardOrder order) throws SQLException {
    String refusal = "none";
    try (Connection owner = stage.world().asOwner()) {
      owner.setAutoCommit(false);
      run(owner, OPPOSITE, order.id());
      owner.rollback();
    } catch (SQLException e) {
      refusal = e.getMessage();
    }
    stage
        .evidence()
        .mark(Lane.CHECK, "the opposite decision, as the table's owner, is refused: " + refusal);
    stage.evidence().demand("oppositeRefused", refusal.contains("ck_workflow_one_decision"), true);
  }

  private static void run(Connection connection, String sql, String orderId) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, orderId);
      statement.execute();
    }
  }
}
