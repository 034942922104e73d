package dev.orderchain.order.workflow;

/**
 * What is known of a card order, and what is done next. All that the rules look at.
 *
 * @param decision null until there is one; never changed afterwards
 */
public record Standing(Step step, Decision decision, Payment payment, Refund refund) {
  static final Standing FIRST = new Standing(Step.AUTHORISE, null, Payment.NONE, Refund.NONE);

  public enum Step {
    AUTHORISE,
    LOOK_UP,
    CAPTURE,
    VOID,
    REFUND,
    /** Waits for a person. */
    NEEDS_REVIEW,
    DONE
  }

  public enum Decision {
    CONFIRM,
    CANCEL
  }

  /**
   * What is known of the payment; of two words of the provider the later one in this list holds.
   */
  public enum Payment {
    NONE,
    /** Something was asked for, and it may have happened. */
    UNKNOWN,
    AUTHORISED,
    DECLINED,
    VOIDED,
    CAPTURED
  }

  public enum Refund {
    NONE,
    ASKED,
    UNKNOWN,
    DECLINED,
    REFUNDED
  }

  boolean isUndecided() {
    return decision == null;
  }

  boolean isUnknown() {
    return payment == Payment.UNKNOWN || refund == Refund.UNKNOWN;
  }

  /** Nothing is done by itself any more. */
  boolean isAtRest() {
    return step == Step.DONE || step == Step.NEEDS_REVIEW;
  }

  boolean isConfirmed() {
    return decision == Decision.CONFIRM && payment == Payment.CAPTURED;
  }

  Standing at(Step next) {
    return new Standing(next, decision, payment, refund);
  }

  Standing decided(Decision made) {
    return new Standing(step, made, payment, refund);
  }

  Standing with(Payment known) {
    return new Standing(step, decision, known, refund);
  }

  Standing with(Refund known) {
    return new Standing(step, decision, payment, known);
  }
}
