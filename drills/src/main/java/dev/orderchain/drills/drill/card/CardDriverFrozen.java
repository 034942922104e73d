package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.Byteman;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * An order-service stands still between the provider's word that the money was taken and the write
 * of it, for longer than its lease. Another one takes over and is told the same; while it is about
 * to write, the first wakes and writes what it was about to. Only the token tells the two apart:
 * the workflow's step is the same for both.
 */
public final class CardDriverFrozen implements Drill {
  /** The first one's, which is waited for. */
  private static final Duration LEASE = Duration.ofSeconds(4);

  /** The second one's, which is not to be over while the first tries. */
  private static final Duration LONG_LEASE = Duration.ofMinutes(2);

  private static final Duration BOUND = Duration.ofSeconds(90);

  private static final String DRIVER = "dev.orderchain.order.workflow.DriveOne";
  private static final String WRITE = "write";
  private static final String AT_THE_CAPTURE = "$1.standing().step().name().equals(\"CAPTURE\")";

  private static final Byteman.Rule FIRST_HELD = held("the first driver is about to write");
  private static final Byteman.Rule SECOND_HELD = held("the second driver is about to write");

  private static final Byteman.Rule FIRST_TRIED =
      Byteman.Rule.act(
          "the first driver has tried to write",
          DRIVER,
          WRITE,
          "AT EXIT",
          AT_THE_CAPTURE,
          "flag(\"tried\")");

  private static Byteman.Rule held(String name) {
    return Byteman.Rule.hold(name, DRIVER, WRITE, "AT ENTRY", AT_THE_CAPTURE);
  }

  @Override
  public String name() {
    return "card-driver-frozen";
  }

  @Override
  public String fault() {
    return "one of two order-services is frozen between the provider's word and its write, past its"
        + " lease, and thawed while the other one holds the claim";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Target frozen = stage.target(Chain.ORDER_SERVICE);
    frozen.restart(CardTimes.lease(LEASE).rules(List.of(FIRST_HELD, FIRST_TRIED)));
    // Ready and standing still, so that the first has the order, and is not frozen for longer than
    // it has to be.
    Target other = stage.world().another(Chain.ORDER_SERVICE, "order-service-2");
    other.restart(CardTimes.lease(LONG_LEASE).rules(List.of(SECOND_HELD)));
    other.pause();
    Request request = stage.request().paidBy("tok_ok");
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
    }
    stage
        .waits()
        .await(
            "the driver to be about to write",
            BOUND,
            () -> frozen.log().contains(FIRST_HELD.trace()));
    frozen.pause();
    stage
        .waits()
        .awaitHit("the driver stands still, its fact not written", BOUND, frozen::isPaused);
    Claim first = Claim.of(stage, CardOrders.of(stage).only().id());
    other.resume();
    stage
        .waits()
        .await(
            "another driver to be about to write",
            BOUND,
            () -> other.log().contains(SECOND_HELD.trace()));
    Claim second = Claim.of(stage, first.orderId());
    frozen.release(FIRST_HELD);
    frozen.resume();
    stage
        .waits()
        .awaitHit(
            "the thawed driver has tried its write",
            BOUND,
            () -> frozen.log().contains(FIRST_TRIED.trace()));
    double fenced = Claim.fenced(frozen);
    Claim afterThaw = Claim.of(stage, first.orderId());
    other.release(SECOND_HELD);
    stage.waits().await("the order to be confirmed", BOUND, () -> isConfirmed(stage));
    double fencedOfOther = Claim.fenced(other);
    stage.recover();
    Evidence evidence = stage.evidence();
    evidence.demand("stepAtThaw", second.step(), "CAPTURE");
    evidence.demand("takenOver", !second.id().equals(first.id()), true);
    evidence.demand("claimKept", afterThaw.equals(second), true);
    evidence.demand("fenced", (long) fenced, 1);
    evidence.demand("fencedOfOther", (long) fencedOfOther, 0);
    count(stage);
  }

  private static void count(Stage stage) throws Exception {
    Evidence evidence = stage.evidence();
    CardOrder order = CardOrders.of(stage).only();
    evidence.demand("capturedFacts", capturedFacts(stage, order), 1);
    CardEnd.demandOneConfirmed(stage);
    evidence.show("calls", CardEnd.calls(stage, order));
  }

  private static boolean isConfirmed(Stage stage) throws Exception {
    return CardOrders.of(stage).only().state().equals("CONFIRMED");
  }

  private static long capturedFacts(Stage stage, CardOrder order) throws SQLException {
    return stage
        .orderDb()
        .count(
            """
            SELECT COUNT(*) FROM workflow w JOIN workflow_fact f USING (workflow_id)
            WHERE w.order_id = ? AND f.fact = 'CAPTURED'\
            """,
            order.id());
  }
}
