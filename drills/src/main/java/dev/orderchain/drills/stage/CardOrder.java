package dev.orderchain.drills.stage;

import dev.orderchain.drills.stage.source.Ledger.Payment;

/**
 * A card order by its rows, and by the provider's ledger.
 *
 * @param card the token that it is paid with
 * @param step of its workflow; DONE and NEEDS_REVIEW are ends
 * @param known what the workflow knows of the payment
 * @param decision CONFIRM, CANCEL, or "none"
 * @param reservation the state of its own
 * @param paid null when the provider has nothing of it
 */
public record CardOrder(
    String id,
    String card,
    String state,
    String step,
    String known,
    String decision,
    String reservation,
    long amountCents,
    Payment paid) {

  /** By which the provider knows the payment of an order. */
  public static String paymentKey(String orderId) {
    return "pay:" + orderId;
  }

  /** What the provider has of the payment: AUTHORISED, CAPTURED, …, or "none". */
  public String provider() {
    return paid == null ? "none" : paid.state();
  }

  /** For a step that is printed. */
  public String inWords() {
    return "order %s, reservation %s, decision %s, payment %s, at the provider %s, step %s"
        .formatted(state, reservation, decision, known, provider(), step);
  }

  boolean isInReview() {
    return step.equals("NEEDS_REVIEW");
  }

  public boolean isOpen() {
    return !step.equals("DONE") && !isInReview();
  }

  public boolean isCaptured() {
    return paid != null && paid.capturedCents() == amountCents;
  }

  long keptCents() {
    return paid == null ? 0 : paid.keptCents();
  }

  /** What is with us by right: of an order that was confirmed and whose refund is not done. */
  long owedCents() {
    return switch (state) {
      case "CONFIRMED", "COMPENSATING" -> amountCents;
      default -> 0;
    };
  }
}
