package dev.orderchain.order.reservation;

import dev.orderchain.order.reservation.Standing.State;

/**
 * What a call makes of a reservation.
 *
 * <pre>
 * state      Try, same request       Confirm              Cancel
 * NONE       RESERVED, take          refused              CANCELLED (tombstone)
 * RESERVED   unchanged               CONFIRMED, sell      CANCELLED, give back
 * CONFIRMED  unchanged               unchanged            refused
 * CANCELLED  refused                 refused              unchanged
 * </pre>
 *
 * A Try with another request than the one that made the reservation is a conflict in every state.
 * Whoever coordinates moves a RESERVED one on; the other two states are for good.
 */
public sealed interface Ruling {
  /** To be written together, or not at all. */
  record Change(State to, Pieces pieces) implements Ruling {}

  /** Done before; nothing is to be written. */
  record Unchanged() implements Ruling {}

  /** Nothing is to be written. */
  record Refused(Refusal why) implements Ruling {}

  enum Pieces {
    TAKE,
    SELL,
    GIVE_BACK,
    STAY
  }

  enum Refusal {
    NO_RESERVATION,
    CANCELLED,
    CONFIRMED,
    CONFLICT,
    UNKNOWN_SKU,
    OUT_OF_STOCK
  }

  static Ruling reserve(Standing standing, String hash) {
    if (!standing.isOf(hash)) {
      return new Refused(Refusal.CONFLICT);
    }
    return switch (standing.state()) {
      case NONE -> new Change(State.RESERVED, Pieces.TAKE);
      case RESERVED, CONFIRMED -> new Unchanged();
      case CANCELLED -> new Refused(Refusal.CANCELLED);
    };
  }

  static Ruling confirm(Standing standing) {
    return switch (standing.state()) {
      case NONE -> new Refused(Refusal.NO_RESERVATION);
      case RESERVED -> new Change(State.CONFIRMED, Pieces.SELL);
      case CONFIRMED -> new Unchanged();
      case CANCELLED -> new Refused(Refusal.CANCELLED);
    };
  }

  static Ruling cancel(Standing standing) {
    return switch (standing.state()) {
      case NONE -> new Change(State.CANCELLED, Pieces.STAY);
      case RESERVED -> new Change(State.CANCELLED, Pieces.GIVE_BACK);
      case CONFIRMED -> new Refused(Refusal.CONFIRMED);
      case CANCELLED -> new Unchanged();
    };
  }
}
