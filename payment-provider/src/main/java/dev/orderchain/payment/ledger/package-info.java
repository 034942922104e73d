/**
 * What the company keeps: payments, refunds, and the calls that it answered. {@link
 * dev.orderchain.payment.ledger.Ledger} decides about every call in a transaction of its own, one
 * at a time.
 *
 * <p>Uses the packages payment and problem.
 */
package dev.orderchain.payment.ledger;
