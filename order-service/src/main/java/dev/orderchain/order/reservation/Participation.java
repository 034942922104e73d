package dev.orderchain.order.reservation;

/** How a call on a reservation ended. */
sealed interface Participation {
  /** The call did it. */
  record Done(Reservation reservation) implements Participation {}

  /** It was done before, and nothing was done again. */
  record DoneBefore(Reservation reservation) implements Participation {}

  /** Nothing done, nothing remembered. */
  record Refused(Ruling.Refusal why) implements Participation {}

  /** Known to have written nothing: no commit was ever sent to the database. */
  record Unavailable() implements Participation {}

  /** A commit was sent, its answer was lost, and the database could not be asked in time. */
  record OutcomeUnknown() implements Participation {}
}
