/**
 * The company's API: reads a request strictly, asks the ledger, and answers as the card token asks
 * for.
 *
 * <p>Uses the packages payment, ledger and problem.
 */
package dev.orderchain.payment.request;
