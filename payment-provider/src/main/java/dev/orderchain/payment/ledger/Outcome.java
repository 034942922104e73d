package dev.orderchain.payment.ledger;

import dev.orderchain.payment.problem.Problem;
import java.util.List;

/** What came of a call. It is committed by then. */
public sealed interface Outcome {
  /** As all that was done: now, or before and the same. */
  record Authorised(Payment payment) implements Outcome {}

  record Captured(Payment payment) implements Outcome {}

  record Voided(Payment payment) implements Outcome {}

  record Refunded(Refund refund) implements Outcome {}

  record Found(Payment payment, List<Refund> refunds) implements Outcome {}

  /** Nothing was changed. */
  record Refused(Problem problem, String detail) implements Outcome {}

  /** The caller is told nothing, whether something was done or not. */
  record NoAnswer() implements Outcome {}
}
