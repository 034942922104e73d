package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.NotProven;
import dev.orderchain.drills.stage.Pieces;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import java.time.Duration;

/**
 * An order whose payment is answered late (tok_slow), so that order-service can be struck from
 * outside, with no rule in it, while the answer is out. A strike may come too late; then there is
 * another order.
 */
final class SlowPayment {
  static final Duration BOUND = Duration.ofSeconds(90);
  private static final int TRIES = 3;

  private final Stage stage;
  private Pieces before;

  SlowPayment(Stage stage) {
    this.stage = stage;
  }

  /** What is done to order-service. */
  interface Strike {
    void on(String orderId) throws Exception;

    /** Whether it came in time. */
    boolean hit(CardOrder order) throws Exception;

    /** Brings order-service on again. */
    void undo();
  }

  /** The order that was struck in time, as it was then. */
  CardOrder strike(Strike strike) throws Exception {
    for (int i = 0; i < TRIES; i++) {
      before = stage.counts().pieces();
      String orderId = place(stage, "tok_slow");
      strike.on(orderId);
      CardOrder order = CardOrders.of(stage).order(orderId);
      stage.evidence().mark(Lane.FAULT, "order-service is struck: " + order.inWords());
      if (strike.hit(order)) return order;
      strike.undo();
      awaitEnd(stage, orderId);
    }
    throw new NotProven("order-service was struck too late, " + TRIES + " times");
  }

  /** How the last order has moved the pieces. */
  Pieces moved() throws Exception {
    return stage.counts().pieces().since(before);
  }

  /** Places an order; its id. */
  static String place(Stage stage, String card) throws Exception {
    try (Shopper shopper = stage.shopper()) {
      Answer answer = shopper.ask(stage.request().paidBy(card));
      if (!(answer instanceof Answer.Placed placed)) {
        throw new NotProven("an order by " + card + " was answered " + answer.brief());
      }
      stage.evidence().mark(Lane.CHECK, "order " + placed.orderId() + " placed by " + card);
      return placed.orderId();
    }
  }

  static void awaitAuthorised(Stage stage, String orderId) throws Exception {
    stage.waits().await("the authorisation", BOUND, () -> stage.paymentOf(orderId) != null);
  }

  static CardOrder awaitEnd(Stage stage, String orderId) throws Exception {
    stage
        .waits()
        .await("the order's end", BOUND, () -> !CardOrders.of(stage).order(orderId).isOpen());
    CardOrder order = CardOrders.of(stage).order(orderId);
    stage.evidence().mark(Lane.CHECK, "in the end: " + order.inWords());
    return order;
  }
}
