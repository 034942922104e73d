package dev.orderchain.order.placing;

/**
 * How a request to place an order ended. {@code answer} is the JSON that the first request was
 * told, and is told again, byte for byte, whatever has become of the order since.
 */
sealed interface Placement {
  /** This request made the order. */
  record Placed(String orderId, String answer) implements Placement {}

  /** An earlier request with this key and this content made the order. */
  record Duplicate(String orderId, String answer) implements Placement {}

  /** This key belongs to an order with other content. */
  record Conflict() implements Placement {}

  /** Refused, nothing written, nothing remembered: a retry is judged anew. */
  record UnknownSku() implements Placement {}

  /** Refused, nothing written, nothing remembered: a retry is judged anew. */
  record CreditLimitExceeded() implements Placement {}

  /** Refused, nothing written, nothing remembered: a retry is judged anew. */
  record OutOfStock() implements Placement {}

  /** Known to have written nothing: no commit was ever sent to the database. */
  record Unavailable() implements Placement {}

  /** A commit was sent, its answer was lost, and the database could not be asked in time. */
  record OutcomeUnknown() implements Placement {}
}
