package dev.orderchain.order.reservation;

import dev.orderchain.order.reservation.Standing.State;
import java.time.Instant;

/**
 * A row of {@code reservation}.
 *
 * @param content null when it is a tombstone: cancelled before there was anything to cancel
 * @param updatedAt like all times here on the database's clock
 */
public record Reservation(
    ReservationId id,
    State state,
    int version,
    Content content,
    Instant createdAt,
    Instant updatedAt) {

  /**
   * What was asked for.
   *
   * @param deadline by then the coordinator has decided
   */
  record Content(String sku, int quantity, String requestHash, Instant deadline) {}

  /** It waits for the decision. */
  public boolean isOpen() {
    return state == State.RESERVED;
  }

  Standing standing() {
    return new Standing(state, content == null ? null : content.requestHash());
  }
}
