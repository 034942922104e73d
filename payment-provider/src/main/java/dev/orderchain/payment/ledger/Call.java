package dev.orderchain.payment.ledger;

/** What can be asked of a payment. */
public enum Call {
  AUTHORISE,
  CAPTURE,
  VOID,
  REFUND,
  LOOK_UP
}
