package dev.orderchain.drills.check.fact;

import dev.orderchain.drills.check.fact.Facts.OrderState;
import java.time.LocalDateTime;
import java.util.Set;

/**
 * An order paid by card, with what belongs to it in the order database.
 *
 * @param amountCents of all its pieces at the order's price
 * @param reservation of just these pieces on the workflow's own branch; null when there is none
 * @param returned whether just these pieces came back
 * @param workflow null when there is none
 */
public record CardOrderRows(
    String id,
    OrderState state,
    long amountCents,
    Reservation reservation,
    boolean returned,
    Workflow workflow) {

  public record Reservation(String state, LocalDateTime deadline) {}

  /**
   * @param decision null until there is one
   */
  public record Workflow(
      String step,
      String decision,
      String payment,
      String refund,
      LocalDateTime dueAt,
      LocalDateTime deadline,
      LocalDateTime updatedAt) {

    public boolean isDone() {
      return step.equals("DONE");
    }

    public boolean isInReview() {
      return step.equals("NEEDS_REVIEW");
    }

    /** A claimed one is due when its lease is over. */
    public boolean isOverdue(LocalDateTime time) {
      return !isDone() && !isInReview() && (!dueAt.isAfter(time) || !deadline.isAfter(time));
    }

    /** What the order is by what is known here: both are written in one transaction. */
    OrderState order() {
      if (decision == null) return OrderState.PENDING;
      if (decision.equals("CANCEL")) return OrderState.CANCELLED;
      if (!payment.equals("CAPTURED")) return OrderState.PENDING;
      return switch (refund) {
        case "NONE" -> OrderState.CONFIRMED;
        case "REFUNDED" -> OrderState.REFUNDED;
        default -> OrderState.COMPENSATING;
      };
    }
  }

  public boolean isWithoutWorkflow() {
    return workflow == null;
  }

  public boolean isAgainstWorkflow() {
    return workflow != null
        && (state != workflow.order()
            || workflow.isDone()
                && Set.of(OrderState.PENDING, OrderState.COMPENSATING).contains(state));
  }

  public boolean isOverdue(LocalDateTime time) {
    return workflow != null && workflow.isOverdue(time);
  }

  /** Once CONFIRM is decided the pieces are the order's, however long the money takes. */
  public boolean isReservedPastDeadline(LocalDateTime time) {
    return reservation != null
        && reservation.state.equals("RESERVED")
        && !reservation.deadline.isAfter(time)
        && (workflow == null || workflow.decision == null);
  }

  public boolean isAgainstReservation() {
    String decided =
        switch (state) {
          case PLACED -> "none";
          case PENDING -> "RESERVED";
          case CANCELLED -> "CANCELLED";
          case CONFIRMED, COMPENSATING, REFUNDED -> "CONFIRMED";
        };
    return !decided.equals(reservation == null ? "none" : reservation.state);
  }

  public boolean isRefundedWithoutReturn() {
    return state == OrderState.REFUNDED && !returned;
  }

  public boolean isDone() {
    return workflow != null && workflow.isDone();
  }

  public boolean isInReview() {
    return workflow != null && workflow.isInReview();
  }

  /** Nobody has changed it since. */
  boolean isSince(LocalDateTime time) {
    return workflow != null && !workflow.updatedAt.isAfter(time);
  }

  boolean isRefundKnown() {
    return workflow != null && workflow.refund.equals("REFUNDED");
  }

  public Pair described() {
    return new Pair(
        id,
        "%s, %d cents, reservation %s, workflow %s"
            .formatted(
                state,
                amountCents,
                reservation == null ? "none" : reservation.state,
                workflow == null
                    ? "none"
                    : "%s: decision %s, payment %s, refund %s"
                        .formatted(
                            workflow.step, workflow.decision, workflow.payment, workflow.refund)));
  }
}
