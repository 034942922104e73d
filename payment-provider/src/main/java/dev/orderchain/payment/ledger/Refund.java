package dev.orderchain.payment.ledger;

import java.util.List;
import java.util.UUID;

/** A refund of a captured payment, refused by the card or done; it never changes. */
public record Refund(String paymentKey, String key, long amountCents, State state, String receipt) {
  public enum State {
    REFUNDED,
    DECLINED
  }

  static Refund of(Payment payment, String key, long amountCents) {
    State state = payment.has(Token.REFUND_DECLINED) ? State.DECLINED : State.REFUNDED;
    return new Refund(payment.key(), key, amountCents, state, "rfnd_" + UUID.randomUUID());
  }

  /** What was given back by these. */
  public static long sum(List<Refund> refunds) {
    return refunds.stream()
        .filter(refund -> refund.state() == State.REFUNDED)
        .mapToLong(Refund::amountCents)
        .sum();
  }
}
