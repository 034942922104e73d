package dev.orderchain.payment;

/** What can be asked of a payment. */
enum Call {
  AUTHORISE,
  CAPTURE,
  VOID,
  REFUND,
  LOOK_UP
}
