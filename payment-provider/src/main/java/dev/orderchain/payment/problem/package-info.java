/**
 * The refusals, each with its status and type.
 *
 * <p>Uses no other package of the provider.
 */
package dev.orderchain.payment.problem;
