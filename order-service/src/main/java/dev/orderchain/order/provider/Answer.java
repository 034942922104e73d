package dev.orderchain.order.provider;

import java.util.Optional;

/** What is known after a call to the payment provider. Evidence is a JSON object, as answered. */
public sealed interface Answer {
  /**
   * The provider's word on the payment as it is now.
   *
   * @param refund its word on our refund key; empty when it said none
   */
  record Payment(State state, Optional<Refund> refund, String evidence) implements Answer {}

  enum State {
    AUTHORISED,
    DECLINED,
    CAPTURED,
    VOIDED
  }

  enum Refund {
    REFUNDED,
    DECLINED
  }

  /** Look-up finds nothing by the key, which does not mean that there is nothing. */
  record NotFound(String evidence) implements Answer {}

  /** Nothing has left us: no connection could be had, or the provider is not called for now. */
  record NotSent(String why) implements Answer {}

  /** It may have happened: no answer in time, or none that can be understood. */
  record Unknown(String why) implements Answer {}

  /** What cannot be if both sides keep their word, such as another payment under our key. */
  record Contradiction(String evidence) implements Answer {}
}
