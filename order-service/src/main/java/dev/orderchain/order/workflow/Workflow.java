package dev.orderchain.order.workflow;

import dev.orderchain.order.reservation.ReservationId;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A row of {@code workflow}, with the part of its order that it works for.
 *
 * @param attempt how often something was tried since the end last came nearer
 * @param token who may write: the row's claim as it was read
 * @param decideByOver like {@code deadlineOver} judged by the database's clock when it was read
 */
public record Workflow(
    String workflowId,
    Subject subject,
    Charge charge,
    Standing standing,
    int attempt,
    Token token,
    boolean decideByOver,
    boolean deadlineOver) {

  /** The branch of an order's reservation that its own workflow decides about. */
  public static final String BRANCH = ReservationId.OWN_BRANCH;

  private static final String PAYMENT = "pay:";

  /** Which order it is. */
  public record Subject(
      String orderId, String tenant, String sku, int quantity, String traceparent) {}

  /** What is to be paid, and with what. */
  public record Charge(long amountCents, String currency, String cardToken) {}

  /** Claim id and claim version in one: the version grows with every change, a claim included. */
  public record Token(String claimId, int version) {
    byte[] claimIdBytes() {
      return HexFormat.of().parseHex(claimId);
    }

    Token next() {
      return new Token(claimId, version + 1);
    }
  }

  /** The provider's name for the payment: one for each order, ever. */
  public String paymentKey() {
    return PAYMENT + subject.orderId();
  }

  /** Whose payment it is; empty when the key is none of ours. */
  public static Optional<String> orderIdOf(String paymentKey) {
    return paymentKey.startsWith(PAYMENT)
        ? Optional.of(paymentKey.substring(PAYMENT.length()))
        : Optional.empty();
  }

  /** The provider's name for the refund: one for each order, ever. */
  public String refundKey() {
    return "refund:" + subject.orderId();
  }

  /** As it is after the move was written. */
  Workflow after(Move move, int attempts) {
    return new Workflow(
        workflowId, subject, charge, move.to(), attempts, token.next(), decideByOver, deadlineOver);
  }
}
