/**
 * What the company does unasked: it makes payments that are due late, and tells the merchant with a
 * signed notice until the merchant has taken it.
 *
 * <p>Uses the packages payment and ledger.
 */
package dev.orderchain.payment.notice;
