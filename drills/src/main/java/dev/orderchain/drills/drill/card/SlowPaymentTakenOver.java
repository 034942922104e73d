package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import java.sql.SQLException;

/**
 * The order-service that runs (A) is frozen with a claim until another one (B) has taken over, and
 * wakes while that one works. B stands still until A does, so that nobody but A claims first. What
 * the armed {@link CardDriverFrozen} shows at an exact point, on a chain as it is.
 */
public final class SlowPaymentTakenOver implements Drill {

  @Override
  public String name() {
    return "card-taken-over";
  }

  @Override
  public String fault() {
    return "an order-service is frozen with a claim and its provider's answer out, another one takes"
        + " over, and the first wakes while the other works";
  }

  @Override
  public boolean runsHere() {
    return true;
  }

  @Override
  public void run(Stage stage) throws Exception {
    Target a = stage.target(Chain.ORDER_SERVICE);
    Target b = stage.world().another(Chain.ORDER_SERVICE, "order-service-2");
    b.start();
    b.pause();
    String nameOfA = recorders(stage, SlowPayment.awaitEnd(stage, place(stage)).id());
    step(stage, "A is " + nameOfA + "; B runs, and stands still");
    double fencedBefore = Claim.fenced(a);
    SlowPayment payment = new SlowPayment(stage);
    String orderId = payment.strike(new Freeze(stage, a)).id();
    stage.evidence().hit("A stands still with the claim, the provider's answer out");
    Claim first = Claim.of(stage, orderId);
    b.resume();
    Claim second = takenOver(stage, first);
    step(stage, "B holds the claim in step " + second.step());
    a.resume();
    step(stage, "A wakes");
    CardOrder end = SlowPayment.awaitEnd(stage, orderId);
    stage.waits().await("A to be fenced", SlowPayment.BOUND, () -> Claim.fenced(a) > fencedBefore);
    long fenced = (long) (Claim.fenced(a) - fencedBefore);
    stage.recover();
    Evidence evidence = stage.evidence();
    String calls = CardEnd.calls(stage, end);
    evidence.demand("order", end.state(), "CONFIRMED");
    evidence.demand("askedTwice", calls.contains("AUTHORISE:2"), true);
    evidence.demand("captured", end.isCaptured(), true);
    evidence.demand("moved", payment.moved(), "-1/0/1");
    evidence.demand("takenOver", !second.id().equals(first.id()), true);
    evidence.demand("fencedWritesOfA", fenced, 1);
    evidence.demand("rowsWrittenByA", facts(stage, orderId, nameOfA), 0);
    CardEnd.demand(stage);
    evidence.show("calls", calls);
  }

  private static String place(Stage stage) throws Exception {
    return SlowPayment.place(stage, "tok_ok");
  }

  private static Claim takenOver(Stage stage, Claim first) throws Exception {
    stage
        .waits()
        .await(
            "B to take over",
            SlowPayment.BOUND,
            () -> {
              Claim now = Claim.of(stage, first.orderId());
              return now.held() && !now.id().equals(first.id());
            });
    return Claim.of(stage, first.orderId());
  }

  private record Freeze(Stage stage, Target service) implements SlowPayment.Strike {
    @Override
    public void on(String orderId) throws Exception {
      SlowPayment.awaitAuthorised(stage, orderId);
      service.pause();
    }

    @Override
    public boolean hit(CardOrder order) throws SQLException {
      return order.known().equals("NONE") && Claim.of(stage, order.id()).held();
    }

    @Override
    public void undo() {
      service.resume();
    }
  }

  /** Who wrote an order's facts. */
  private static String recorders(Stage stage, String orderId) throws SQLException {
    return String.join(
        ",",
        stage
            .orderDb()
            .texts(
                """
                SELECT DISTINCT f.recorded_by
                FROM workflow w JOIN workflow_fact f USING (workflow_id) WHERE w.order_id = ?\
                """,
                orderId));
  }

  private static long facts(Stage stage, String orderId, String recorder) throws SQLException {
    return stage
        .orderDb()
        .count(
            """
            SELECT COUNT(*) FROM workflow w JOIN workflow_fact f USING (workflow_id)
            WHERE w.order_id = ? AND f.recorded_by = ?\
            """,
            orderId,
            recorder);
  }

  private static void step(Stage stage, String text) {
    stage.evidence().mark(Lane.CHECK, text);
  }
}
