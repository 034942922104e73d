package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/**
 * The provider holds the money under its own receipt only: nothing that is asked by our key is ever
 * answered. The order is cancelled in time, and the payment stays unknown until a person looks.
 */
public final class ReceiptOnly implements Drill {
  private static final Duration BOUND = Duration.ofSeconds(40);

  @Override
  public String name() {
    return "card-receipt-only";
  }

  @Override
  public String fault() {
    return "a payment is authorised and can never be found by its key; a person is asked after 15"
        + " s";
  }

  @Override
  public void run(Stage stage) throws Exception {
    stage
        .target(Chain.ORDER_SERVICE)
        .restart(CardTimes.ends(Duration.ofSeconds(5), Duration.ofSeconds(15)));
    Request request = stage.request().paidBy("tok_receipt_only");
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
    }
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
    count(stage, reviews(stage));
  }

  private static void count(Stage stage, String reviews) throws Exception {
    Evidence evidence = stage.evidence();
    CardOrders cards = CardOrders.of(stage);
    CardOrder order = cards.only();
    evidence.demand("authorisations", cards.authorisations(), 1);
    evidence.demand("captures", cards.captures(), 0);
    evidence.demand("order", order.state(), "CANCELLED");
    evidence.demand("events", CardEnd.events(stage, order), "OrderPlaced,OrderCancelled");
    evidence.demand("reservation", order.reservation(), "CANCELLED");
    evidence.demand("payment", order.known(), "UNKNOWN");
    evidence.demand("workflow", order.step(), "NEEDS_REVIEW");
    evidence.demand("listedForReview", reviews.contains(order.id()), true);
    CardEnd.demand(stage);
    evidence.show("calls", CardEnd.calls(stage, order));
  }

  /** What an operator sees. */
  private static String reviews(Stage stage) throws IOException {
    String operator = stage.world().mintToken(stage.tenant(), "operator");
    try (HttpConnection http = new HttpConnection(stage.target(Chain.ORDER_SERVICE).address())) {
      return http.get("/reviews", "Authorization: Bearer " + operator + "\r\n").body();
    }
  }
}
