package dev.orderchain.order.workflow;

import java.time.Instant;

/**
 * How far a card order is. Times are on the database's clock.
 *
 * @param claimed a driver has it, and its lease is not over
 * @param due a driver may claim it now
 * @param version what a review has to name
 */
public record Progress(
    String workflowId,
    String orderId,
    Standing standing,
    long amountCents,
    String currency,
    int attempt,
    String lastError,
    Instant decideBy,
    Instant deadline,
    Instant dueAt,
    Instant leaseUntil,
    boolean claimed,
    boolean due,
    int version,
    Instant updatedAt) {

  /** Who moves next, in words; null when nobody has to. */
  public String responsible() {
    return switch (standing.step()) {
      case DONE -> null;
      case NEEDS_REVIEW -> "an operator: POST /reviews/" + workflowId + " with version " + version;
      case AUTHORISE, LOOK_UP, CAPTURE, VOID, REFUND ->
          "order-service: "
              + (claimed
                  ? "the driver that holds the claim until " + leaseUntil
                  : due ? "the next driver that looks" : "a driver, from " + dueAt + " on")
              + " does "
              + standing.step();
    };
  }
}
