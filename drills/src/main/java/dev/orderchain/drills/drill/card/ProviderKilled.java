package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.drill.fault.Crash;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.CrashPoints;
import java.time.Duration;

/**
 * The payment provider dies twice over one order, each time between its ledger and its answer: the
 * money is held, then taken, and nobody was told.
 */
public final class ProviderKilled implements Drill {
  private static final Duration LEASE = Duration.ofSeconds(10);

  @Override
  public String name() {
    return "provider-killed-in-call";
  }

  @Override
  public String fault() {
    return "the payment provider is killed between its ledger and its answer, to an authorisation"
        + " and again to the capture";
  }

  @Override
  public void run(Stage stage) throws Exception {
    stage.target(Chain.ORDER_SERVICE).restart(CardTimes.lease(LEASE));
    Crash.arm(stage, Chain.PAYMENT_PROVIDER, CrashPoints.PROVIDER_IN_AUTHORISE);
    Request request = stage.request().paidBy("tok_ok");
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
    }
    Crash.awaitHit(stage, Chain.PAYMENT_PROVIDER, CrashPoints.PROVIDER_IN_AUTHORISE);
    Crash.arm(stage, Chain.PAYMENT_PROVIDER, CrashPoints.PROVIDER_IN_CAPTURE);
    Crash.awaitHit(stage, Chain.PAYMENT_PROVIDER, CrashPoints.PROVIDER_IN_CAPTURE);
    stage.recover();
    count(stage);
  }

  private static void count(Stage stage) throws Exception {
    CardEnd.demandOneConfirmed(stage);
    Evidence evidence = stage.evidence();
    CardOrder order = CardOrders.of(stage).only();
    evidence.show("unknowns", unknowns(stage, order));
    evidence.show("calls", CardEnd.calls(stage, order));
  }

  /** How often it was written down that nobody knows. */
  private static long unknowns(Stage stage, CardOrder order) throws Exception {
    return stage
        .orderDb()
        .count(
            """
            SELECT COUNT(*) FROM workflow w JOIN workflow_fact f USING (workflow_id)
            WHERE w.order_id = ? AND f.fact = 'UNKNOWN'\
            """,
            order.id());
  }
}
