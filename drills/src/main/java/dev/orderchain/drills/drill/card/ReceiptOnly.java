package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.drill.card.Reviewer.Review;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Pieces;
import dev.orderchain.drills.stage.Stage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * The provider holds the money under its own receipt only: nothing that is asked by our key is ever
 * answered. The order is cancelled in time, and the payment stays unknown until a person looks, who
 * has the provider give it up and says so.
 */
public final class ReceiptOnly implements Drill {
  private static final Duration BOUND = Duration.ofSeconds(90);

  @Override
  public String name() {
    return "card-receipt-only";
  }

  @Override
  public String fault() {
    return "a payment is authorised and can never be found by its key: a person is asked, has it"
        + " given up under its receipt, and says so";
  }

  @Override
  public boolean runsHere() {
    return true;
  }

  @Override
  public void run(Stage stage) throws Exception {
    CardTimes.shorten(stage, Duration.ofSeconds(5), Duration.ofSeconds(15));
    Pieces before = stage.counts().pieces();
    String orderId = SlowPayment.place(stage, "tok_receipt_only");
    stage
        .waits()
        .awaitHit(
            "the provider holds the money and the workflow knows nothing of it",
            BOUND,
            () -> {
              CardOrder order = CardOrders.of(stage).only();
              return order.provider().equals("AUTHORISED") && order.known().equals("UNKNOWN");
            });
    stage.rest(Instant.now());
    Evidence evidence = stage.evidence();
    CardOrders cards = CardOrders.of(stage);
    CardOrder order = cards.only();
    evidence.mark(Lane.CHECK, "at the deadline: " + order.inWords());
    evidence.demand("authorisations", cards.authorisations(), 1);
    evidence.demand("captures", cards.captures(), 0);
    evidence.demand("decision", order.decision(), "CANCEL");
    evidence.demand("order", order.state(), "CANCELLED");
    evidence.demand("events", CardEnd.events(stage, order), "OrderPlaced,OrderCancelled");
    evidence.demand("reservation", order.reservation(), "CANCELLED");
    evidence.demand("payment", order.known(), "UNKNOWN");
    evidence.demand("workflow", order.step(), "NEEDS_REVIEW");
    evidence.demand("moved", stage.counts().pieces().since(before), "0/0/0");
    resolve(stage, order);
    evidence.demand("end", endOf(stage, orderId), "CANCELLED/DONE/VOIDED");
    CardEnd.demand(stage);
    evidence.show("calls", CardEnd.calls(stage, order));
  }

  /** As an operator who has the provider on the telephone. */
  private static void resolve(Stage stage, CardOrder order) throws IOException {
    Evidence evidence = stage.evidence();
    Reviewer reviewer = new Reviewer(stage);
    Review review = reviewer.find(order.id());
    evidence.demand("listedForReview", review != null, true);
    if (review == null) return;
    int voided = reviewer.haveVoided(stage.paymentOf(order.id()).receipt());
    evidence.demand("givenUpUnderReceipt", voided, 200);
    evidence.demand("olderVersion", say(stage, reviewer, review, -1), "409/review-conflict");
    evidence.demand("thisVersion", say(stage, reviewer, review, 0), "200/");
  }

  private static String say(Stage stage, Reviewer reviewer, Review review, int off)
      throws IOException {
    int version = review.version() + off;
    String answer = reviewer.say(review, version, "VOIDED", "given up under its receipt");
    stage.evidence().mark(Lane.CHECK, "a word on version " + version + ": " + answer);
    return answer;
  }

  private static String endOf(Stage stage, String orderId) throws Exception {
    CardOrder end = CardOrders.of(stage).order(orderId);
    stage.evidence().mark(Lane.CHECK, "in the end: " + end.inWords());
    return end.state() + "/" + end.step() + "/" + end.provider();
  }
}
