package dev.orderchain.order.outbox;

import java.time.LocalDateTime;

/**
 * What the outbox row of one event says about its delivery. Times are UTC on the database's clock.
 *
 * @param claimId 32 hex digits, zeros before the first claim
 * @param leaseExpired the lease is over: whoever held the claim, another relay may take it
 * @param heldBack an earlier event of the same order is not sent, so this one waits for it
 */
public record Delivery(
    String eventId,
    String eventType,
    State state,
    String claimId,
    long claimVersion,
    LocalDateTime leaseUntil,
    boolean leaseExpired,
    int attempts,
    LocalDateTime sentAt,
    String lastError,
    boolean heldBack) {

  /** The states of an outbox row; relay-service moves them. */
  public enum State {
    PENDING,
    CLAIMED,
    SENT,
    PARKED,
    DISCARDED
  }
}
