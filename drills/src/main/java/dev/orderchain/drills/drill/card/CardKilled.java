package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.drill.fault.Crash;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.ChainLinks;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.CrashPoints;
import dev.orderchain.testbed.fault.CrashPoints.CrashPoint;
import java.time.Duration;

/** order-service dies with a card order in hand, on one of the edges of its workflow. */
public final class CardKilled implements Drill {
  /** Longer than the start of another one, so that it is seen where the order stands still. */
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final Edge edge;

  public CardKilled(Edge edge) {
    this.edge = edge;
  }

  public enum Edge {
    AFTER_AUTHORISE(
        CrashPoints.CARD_AFTER_AUTHORISE,
        "NONE/none",
        "AUTHORISED",
        "reservation/order-service,payment/order-service,decision/order-service"),
    AFTER_DECISION(
        CrashPoints.CARD_AFTER_DECISION,
        "AUTHORISED/CONFIRM",
        "AUTHORISED",
        "reservation/order-service,payment/order-service"),
    AFTER_CAPTURE(
        CrashPoints.CARD_AFTER_CAPTURE,
        "AUTHORISED/CONFIRM",
        "CAPTURED",
        "reservation/order-service,payment/order-service"),
    AFTER_CONFIRM(
        CrashPoints.CARD_AFTER_CONFIRM,
        "CAPTURED/CONFIRM",
        "CAPTURED",
        "claim/relay-service,broker/relay-service");

    private final CrashPoint point;
    private final String known;
    private final String provider;
    private final String stuckAt;

    Edge(CrashPoint point, String known, String provider, String stuckAt) {
      this.point = point;
      this.known = known;
      this.provider = provider;
      this.stuckAt = stuckAt;
    }
  }

  @Override
  public String name() {
    return switch (edge) {
      case AFTER_AUTHORISE -> "card-killed-after-authorise";
      case AFTER_DECISION -> "card-killed-after-decision";
      case AFTER_CAPTURE -> "card-killed-after-capture";
      case AFTER_CONFIRM -> "card-killed-after-confirm";
    };
  }

  @Override
  public String fault() {
    return switch (edge) {
      case AFTER_AUTHORISE ->
          "order-service is killed when the provider has said AUTHORISED and no row knows";
      case AFTER_DECISION ->
          "order-service is killed when CONFIRM is committed and nobody has acted on it";
      case AFTER_CAPTURE ->
          "order-service is killed when the money was taken, and the order's confirmation is"
              + " written and not committed";
      case AFTER_CONFIRM ->
          "order-service is killed right after the confirmation is committed, its event unsent";
    };
  }

  @Override
  public void run(Stage stage) throws Exception {
    Crash.arm(stage, Chain.ORDER_SERVICE, edge.point, CardTimes.lease(LEASE));
    // So that the event of the confirmation is still to be sent, whatever the relay's pace.
    if (edge == Edge.AFTER_CONFIRM) stage.target(Chain.RELAY_SERVICE).pause();
    Request request = stage.request().paidBy("tok_ok");
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
    }
    Crash.awaitHit(stage, Chain.ORDER_SERVICE, edge.point);
    CardOrder atDeath = CardOrders.of(stage).only();
    stage.target(Chain.ORDER_SERVICE).start();
    String stuckAt = String.join(",", ChainLinks.missing(stage, atDeath.id()));
    stage.recover();
    count(stage, atDeath, stuckAt);
  }

  private void count(Stage stage, CardOrder atDeath, String stuckAt) throws Exception {
    Evidence evidence = stage.evidence();
    evidence.demand("knownAtDeath", atDeath.known() + "/" + atDeath.decision(), edge.known);
    evidence.demand("providerAtDeath", atDeath.provider(), edge.provider);
    evidence.demand("stuckAt", stuckAt, edge.stuckAt);
    CardEnd.demandOneConfirmed(stage);
    evidence.demand("effects", stage.counts().effects(), 2);
    evidence.show("calls", CardEnd.calls(stage, atDeath));
    evidence.show("takenOverBy", takenOverBy(stage, atDeath));
  }

  /** Who wrote the last fact of the order; nobody had to when it was confirmed. */
  private String takenOverBy(Stage stage, CardOrder order) throws Exception {
    return edge == Edge.AFTER_CONFIRM
        ? "nobody"
        : stage
            .orderDb()
            .text(
                """
                SELECT f.recorded_by FROM workflow w JOIN workflow_fact f USING (workflow_id)
                WHERE w.order_id = ? ORDER BY f.version DESC LIMIT 1\
                """,
                order.id());
  }
}
