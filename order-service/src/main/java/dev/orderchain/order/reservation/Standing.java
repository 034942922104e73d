package dev.orderchain.order.reservation;

import java.util.Objects;

/**
 * All that the rules look at.
 *
 * @param requestHash of the Try that made it; null when there was none
 */
public record Standing(State state, String requestHash) {
  static final Standing NONE = new Standing(State.NONE, null);

  public enum State {
    /** There is no row. */
    NONE,
    RESERVED,
    CONFIRMED,
    CANCELLED
  }

  /** A tombstone knows no request, so that every Try is its own. */
  boolean isOf(String hash) {
    return requestHash == null || Objects.equals(requestHash, hash);
  }
}
