package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Pieces;
import dev.orderchain.drills.stage.Stage;
import java.time.Duration;

/**
 * A payment that was voided turns out to be paid, when the order is cancelled and its pieces may be
 * somebody else's. It stays cancelled, and the money goes back.
 */
public final class PaymentLate implements Drill {
  private static final Duration BOUND = Duration.ofSeconds(90);

  @Override
  public String name() {
    return "card-payment-late";
  }

  @Override
  public String fault() {
    return "a payment is never answered, its order is cancelled in time, and the payment, voided,"
        + " turns out to be paid";
  }

  @Override
  public boolean runsHere() {
    return true;
  }

  @Override
  public void run(Stage stage) throws Exception {
    CardTimes.shorten(stage, Duration.ofSeconds(5), Duration.ofSeconds(60));
    Pieces before = stage.counts().pieces();
    SlowPayment.place(stage, "tok_paid_after_void");
    stage
        .waits()
        .await(
            "the order to be cancelled and its payment voided",
            BOUND,
            () -> CardOrders.of(stage).only().step().equals("DONE"));
    CardOrder voided = CardOrders.of(stage).only();
    stage
        .waits()
        .awaitHit(
            "the provider has taken the money of a payment that it had voided",
            BOUND,
            () -> CardOrders.of(stage).captures() == 1);
    stage
        .waits()
        .await("the money to be given back", BOUND, () -> CardOrders.of(stage).keptCents() == 0);
    stage.recover();
    count(stage, voided);
    stage.evidence().demand("moved", stage.counts().pieces().since(before), "0/0/0");
  }

  private static void count(Stage stage, CardOrder voided) throws Exception {
    Evidence evidence = stage.evidence();
    CardOrders cards = CardOrders.of(stage);
    CardOrder order = cards.only();
    evidence.demand("orderBefore", voided.state(), "CANCELLED");
    evidence.demand("reservationBefore", voided.reservation(), "CANCELLED");
    evidence.demand("authorisations", cards.authorisations(), 1);
    evidence.demand("captures", cards.captures(), 1);
    evidence.demand("order", order.state(), "CANCELLED");
    evidence.demand("events", CardEnd.events(stage, order), "OrderPlaced,OrderCancelled");
    evidence.demand("reservation", order.reservation(), "CANCELLED");
    evidence.demand("workflow", order.step(), "DONE");
    CardEnd.demand(stage);
    evidence.show("calls", CardEnd.calls(stage, order));
  }
}
