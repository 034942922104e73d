/**
 * Stands in for an external payment company: authorise, capture, void, refund, look up, with a
 * ledger of its own. It keeps its word about money (a key is one payment, captured once or not at
 * all, and what it has answered survives its kill) and is as unreliable as the card token asks for
 * in everything else: answers that are lost, look-ups that find nothing, payments that come late.
 * {@link dev.orderchain.payment.ledger.Ledger} is the place to start reading. Nothing here is
 * shared with the services that call it.
 *
 * <p>Uses no other package of the provider.
 */
package dev.orderchain.payment;
