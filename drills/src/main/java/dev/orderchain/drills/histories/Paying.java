package dev.orderchain.drills.histories;

import com.fasterxml.jackson.databind.JsonNode;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.histories.Shop.Answer;
import dev.orderchain.drills.histories.Shop.Money;
import dev.orderchain.drills.histories.Shop.Pieces;
import dev.orderchain.drills.histories.Shop.Standing;
import java.time.Duration;

/** Histories of a card order whose payment does not say what became of it. */
final class Paying {
  /** Longer than a running chain takes to decide, and to give a workflow to a person. */
  private static final Duration BOUND = Duration.ofSeconds(150);

  private final Shop shop;
  private final Evidence evidence;
  private final String sku;
  private final Pieces before;
  private final String orderId;

  private Paying(Shop shop, Evidence evidence, String sku, String cardToken) throws Exception {
    this.shop = shop;
    this.evidence = evidence;
    this.sku = sku;
    before = shop.pieces(sku);
    step("before: %s of %s available/reserved/sold", before, sku);
    orderId = shop.place(sku, cardToken);
    step("order %s placed with %s", orderId, cardToken);
  }

  static void paymentLate(Shop shop, Evidence evidence) throws Exception {
    Paying history = new Paying(shop, evidence, "SKU-TEA", "tok_paid_after_void");
    history.awaitCancelled();
    history.shop.await(
        history.orderId,
        "the late payment to be heard of",
        BOUND,
        now -> now.payment().equals("CAPTURED"));
    evidence.hit("the payment came after the decision");
    Standing end = shop.awaitDone(history.orderId, BOUND);
    history.conclude(end);
    Money money = history.money();
    evidence.demand("order", end.order(), "CANCELLED");
    evidence.demand("reservation", end.reservation(), "CANCELLED");
    evidence.demand("payments", money.payments(), 1);
    evidence.demand("refunded", money.refundedCents(), money.capturedCents());
    evidence.show("cents", money.capturedCents());
    evidence.demand("moved", shop.pieces(history.sku).since(history.before), "0/0/0");
  }

  static void receiptOnly(Shop shop, Evidence evidence) throws Exception {
    Paying history = new Paying(shop, evidence, "SKU-1", "tok_receipt_only");
    Standing cancelled = history.awaitCancelled();
    evidence.demand("atDecision", cancelled.payment(), "UNKNOWN");
    evidence.hit("the time to decide passed without an answer");
    Standing review =
        shop.await(
            history.orderId,
            "a review",
            BOUND,
            now -> !now.payment().equals("UNKNOWN") || now.step().equals("NEEDS_REVIEW"));
    history.conclude(review);
    evidence.demand("atDeadline", review.payment(), "UNKNOWN");
    evidence.demand("step", review.step(), "NEEDS_REVIEW");
    Money money = history.money();
    evidence.demand("payments", money.payments(), 1);
    evidence.demand("held", money.heldCents() > 0, true);
    evidence.demand("captured", money.capturedCents(), 0);
    evidence.demand("moved", shop.pieces(history.sku).since(history.before), "0/0/0");
    history.resolve();
  }

  /** As an operator who has asked the provider on the phone. */
  private void resolve() throws Exception {
    JsonNode review = review("");
    int version = review.path("version").asInt();
    step("GET /reviews has it, version %d, with %d facts", version, review.path("facts").size());
    Answer older = resolution(review, version - 1);
    step("a word on version %d: %s", version - 1, older);
    evidence.demand("olderVersion", older, "409/review-conflict");
    Answer word = resolution(review, version);
    step("a word on version %d: %d, step %s", version, word.status(), word.json().path("step"));
    evidence.demand("resolved", word.status(), 200);
    Standing end = shop.standing(orderId);
    evidence.demand("end", end.order() + "/" + end.step(), "CANCELLED/DONE");
  }

  private JsonNode review(String after) throws Exception {
    JsonNode page = shop.ask("operator", "GET", "/reviews?after=" + after, "").json();
    for (JsonNode review : page.path("reviews")) {
      if (review.path("orderId").asText().equals(orderId)) return review;
    }
    if (!page.has("next")) throw new IllegalStateException("GET /reviews has no " + orderId);
    return review(page.path("next").asText());
  }

  private Answer resolution(JsonNode review, int version) throws Exception {
    return shop.ask(
        "operator",
        "POST",
        "/reviews/" + review.path("workflowId").asText(),
        """
        {"version":%d,"resolution":"VOIDED","evidence":"the company gave the amount free"}"""
            .formatted(version));
  }

  private Standing awaitCancelled() throws Exception {
    Standing now =
        shop.await(orderId, "a decision", BOUND, standing -> !standing.decision().equals("-"));
    step("decided: %s", now);
    evidence.demand("decision", now.decision(), "CANCEL");
    return now;
  }

  private Money money() throws Exception {
    Money money = shop.money(orderId);
    step("provider: %s", money);
    return money;
  }

  private void conclude(Standing end) throws Exception {
    step("in the end: %s", end);
    step("%s of %s available/reserved/sold", shop.pieces(sku), sku);
  }

  private void step(String format, Object... values) {
    evidence.mark(Lane.CHECK, format.formatted(values));
  }
}
