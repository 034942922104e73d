package dev.orderchain.order.workflow;

import dev.orderchain.order.workflow.Standing.Decision;
import dev.orderchain.order.workflow.Standing.Payment;
import dev.orderchain.order.workflow.Standing.Refund;
import dev.orderchain.order.workflow.Standing.Step;
import java.util.Optional;

/**
 * Where a card order goes from here, by what was learned. Facts decide, the step follows:
 *
 * <pre>
 * decision   payment              next
 * none       NONE                 AUTHORISE
 *            UNKNOWN              LOOK_UP; found nothing: AUTHORISE again, under the same key
 *            AUTHORISED           decide CONFIRM
 *            DECLINED, VOIDED     decide CANCEL; so it is when the time to decide is over
 * CONFIRM    AUTHORISED           CAPTURE
 *            UNKNOWN              LOOK_UP; found nothing: CAPTURE again
 *            CAPTURED             the order is CONFIRMED. A refund asked for: REFUND until it is
 *                                 REFUNDED, then the order is REFUNDED
 *            DECLINED, VOIDED     NEEDS_REVIEW
 * CANCEL     NONE, AUTHORISED,    VOID; the order has been CANCELLED with the decision
 *            DECLINED
 *            UNKNOWN              LOOK_UP; found nothing: VOID again
 *            VOIDED               DONE
 *            CAPTURED             REFUND; the order stays CANCELLED
 * </pre>
 *
 * A refund that is UNKNOWN is looked up, a DECLINED one needs a review, and so does whatever has
 * not come to its end by the workflow's deadline. Who moves a workflow on if we die: the next
 * driver whose claim finds its lease over.
 *
 * <p>Broken on purpose by the drills {@code card-killed-after-decision}, {@code card-payment-late},
 * {@code card-receipt-only} and {@code provider-away}.
 *
 * @param effect what is written to our own tables in the same transaction
 * @param why what was learned; the fact's name
 */
public record Move(Standing from, Standing to, Effect effect, String why) {
  public enum Effect {
    NONE,
    /** The reservation is CONFIRMED, and so is the order, and the world is told. */
    CONFIRM_ORDER,
    /** The reservation is CANCELLED, and so is the order, and the world is told. */
    CANCEL_ORDER,
    /** The order is COMPENSATING: a refund was asked for, which is not to say that it is done. */
    COMPENSATE,
    /** The refund is done: the pieces come back, the order is REFUNDED, and the world is told. */
    RETURN_ORDER
  }

  /** A person's word where the provider's is missing. */
  public enum Resolution {
    /** Look again, for another while. */
    RETRY,
    /** The money was taken. */
    CAPTURED,
    /** No money was taken, and none will be. */
    VOIDED,
    /** The money was given back. */
    REFUNDED
  }

  /** Whether there is something to be recorded. */
  boolean isNews() {
    return from.payment() != to.payment()
        || from.refund() != to.refund()
        || from.decision() != to.decision()
        || to.step() == Step.NEEDS_REVIEW && from.step() != Step.NEEDS_REVIEW;
  }

  /**
   * Whether the end has come nearer; otherwise the next attempt waits. Not every news does that:
   * what was asked for, became unknown and turns out not to be done can go round for ever.
   */
  boolean advances() {
    return from.decision() != to.decision()
        || from.payment() != to.payment() && to.payment().compareTo(Payment.AUTHORISED) > 0
        || from.refund() != to.refund() && to.refund().compareTo(Refund.UNKNOWN) > 0;
  }

  boolean decides(Decision decision) {
    return from.isUndecided() && !to.isUndecided() && to.decision() == decision;
  }

  /** The time to decide is over and nothing was decided. */
  static Move outOfTime(Standing from) {
    return decide(from, from, Decision.CANCEL, "OUT_OF_TIME");
  }

  /** The same, and the deadline is over: what was learned is kept, a person goes on. */
  Move overdue() {
    return toReview(from, to, "DEADLINE");
  }

  /** Nothing can be done here any more. */
  static Move toReview(Standing from, String why) {
    return toReview(from, from, why);
  }

  /** The step was done and the provider gave its word: what it is, for certain. */
  static Move told(Standing from, Payment payment, Optional<Refund> refund) {
    Standing known = from;
    if (payment.compareTo(from.payment()) > 0) {
      known = known.with(payment);
    }
    if (refund.isPresent() && refund.get().compareTo(from.refund()) > 0) {
      known = known.with(refund.get());
    } else if (from.step() == Step.LOOK_UP && from.refund() == Refund.UNKNOWN) {
      known = known.with(Refund.ASKED);
    }
    return settle(from, known, refund.isPresent() ? "REFUND_" + refund.get() : payment.name());
  }

  /** The provider finds nothing, which is not to say that there is nothing, nor an end. */
  static Move notFound(Standing from) {
    Standing known = from.refund() == Refund.UNKNOWN ? from.with(Refund.ASKED) : from;
    Move move = settle(from, known, "NOT_FOUND");
    return switch (move.to.step()) {
      case LOOK_UP -> move(from, known.at(again(known)), "NOT_FOUND");
      case DONE -> move(from, known, "NOT_FOUND");
      case AUTHORISE, CAPTURE, VOID, REFUND, NEEDS_REVIEW -> move;
    };
  }

  /** Asked for, and it may have happened. */
  static Move unknown(Standing from) {
    Standing known =
        switch (from.step()) {
          case AUTHORISE, CAPTURE -> from.with(Payment.UNKNOWN);
          case VOID -> from.payment() == Payment.DECLINED ? from : from.with(Payment.UNKNOWN);
          case REFUND -> from.with(Refund.UNKNOWN);
          case LOOK_UP, NEEDS_REVIEW, DONE -> from;
        };
    return move(from, known.isUnknown() ? known.at(Step.LOOK_UP) : from, "UNKNOWN");
  }

  /** Nothing has left us, so nothing has happened. */
  static Move notAsked(Standing from) {
    return move(from, from, "NOT_ASKED");
  }

  /** The provider's answer cannot be, if it and we have kept our words. */
  static Move contradicted(Standing from) {
    return from.isUndecided()
        ? move(from, from.decided(Decision.CANCEL).at(Step.NEEDS_REVIEW), "CONTRADICTION")
        : toReview(from, "CONTRADICTION");
  }

  /** The client wants its money back; empty when there is none to be given back. */
  public static Optional<Move> refundAsked(Standing from) {
    return from.isConfirmed() && from.refund() == Refund.NONE && from.step() != Step.NEEDS_REVIEW
        ? Optional.of(move(from, from.with(Refund.ASKED).at(Step.REFUND), "REFUND_ASKED"))
        : Optional.empty();
  }

  /** Something was heard of the payment, unasked. A person who has the word has to see it first. */
  public static Move noticed(Standing from) {
    Step next = from.step() == Step.NEEDS_REVIEW ? Step.NEEDS_REVIEW : Step.LOOK_UP;
    return move(from, from.at(next), "NOTICED");
  }

  /** A person has looked; empty when that cannot be. */
  public static Optional<Move> resolved(Standing from, Resolution resolution) {
    String why = "RESOLVED_" + resolution;
    if (from.step() != Step.NEEDS_REVIEW) {
      return Optional.empty();
    }
    return switch (resolution) {
      case RETRY -> Optional.of(move(from, from.at(Step.LOOK_UP), why));
      case CAPTURED ->
          from.isUndecided() || from.payment() == Payment.CAPTURED
              ? Optional.empty()
              : Optional.of(settle(from, from.with(Payment.CAPTURED), why));
      case VOIDED ->
          from.decision() != Decision.CANCEL || from.payment() == Payment.CAPTURED
              ? Optional.empty()
              : Optional.of(settle(from, from.with(Payment.VOIDED), why));
      case REFUNDED ->
          from.decision() == Decision.CANCEL || from.isConfirmed() && from.refund() != Refund.NONE
              ? Optional.of(settle(from, from.with(Payment.CAPTURED).with(Refund.REFUNDED), why))
              : Optional.empty();
    };
  }

  private static Move settle(Standing from, Standing known, String why) {
    if (known.isUndecided()) {
      return switch (known.payment()) {
        case NONE -> move(from, known.at(Step.AUTHORISE), why);
        case UNKNOWN -> move(from, known.at(Step.LOOK_UP), why);
        case AUTHORISED, CAPTURED -> decide(from, known, Decision.CONFIRM, why);
        case DECLINED, VOIDED -> decide(from, known, Decision.CANCEL, why);
      };
    }
    return switch (known.decision()) {
      case CONFIRM ->
          switch (known.payment()) {
            case AUTHORISED -> move(from, known.at(Step.CAPTURE), why);
            case UNKNOWN -> move(from, known.at(Step.LOOK_UP), why);
            case CAPTURED -> refunding(from, known, why);
            case NONE, DECLINED, VOIDED -> toReview(from, known, why);
          };
      case CANCEL ->
          switch (known.payment()) {
            case NONE, AUTHORISED, DECLINED -> move(from, known.at(Step.VOID), why);
            case UNKNOWN -> move(from, known.at(Step.LOOK_UP), why);
            case VOIDED -> move(from, known.at(Step.DONE), why);
            case CAPTURED ->
                refunding(
                    from, known.refund() == Refund.NONE ? known.with(Refund.ASKED) : known, why);
          };
    };
  }

  /** The money is with us. */
  private static Move refunding(Standing from, Standing known, String why) {
    return switch (known.refund()) {
      case NONE, REFUNDED -> move(from, known.at(Step.DONE), why);
      case ASKED -> move(from, known.at(Step.REFUND), why);
      case UNKNOWN -> move(from, known.at(Step.LOOK_UP), why);
      case DECLINED -> toReview(from, known, why);
    };
  }

  /** Under CANCEL whatever is not known to be paid is voided, so that a late success is refused. */
  private static Move decide(Standing from, Standing known, Decision decision, String why) {
    Standing decided = known.decided(decision);
    return decision == Decision.CANCEL && known.payment() != Payment.CAPTURED
        ? move(from, decided.at(Step.VOID), why)
        : settle(from, decided, why);
  }

  /** What is asked for again, under the same key, when a look-up has found nothing. */
  private static Step again(Standing known) {
    if (known.isUndecided()) {
      return Step.AUTHORISE;
    }
    return known.decision() == Decision.CONFIRM ? Step.CAPTURE : Step.VOID;
  }

  private static Move toReview(Standing from, Standing known, String why) {
    return move(from, known.at(Step.NEEDS_REVIEW), why);
  }

  private static Move move(Standing from, Standing to, String why) {
    return new Move(from, to, effect(from, to), why);
  }

  private static Effect effect(Standing from, Standing to) {
    if (from.isUndecided() && to.decision() == Decision.CANCEL) {
      return Effect.CANCEL_ORDER;
    }
    if (to.isConfirmed() && !from.isConfirmed()) {
      return Effect.CONFIRM_ORDER;
    }
    if (to.isConfirmed() && from.refund() == Refund.NONE && to.refund() == Refund.ASKED) {
      return Effect.COMPENSATE;
    }
    return to.isConfirmed() && to.refund() == Refund.REFUNDED && from.refund() != Refund.REFUNDED
        ? Effect.RETURN_ORDER
        : Effect.NONE;
  }
}
