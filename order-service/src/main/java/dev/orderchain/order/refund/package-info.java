/**
 * Refunds of confirmed card orders: a request has one effect, whatever is retried, and the effect
 * is that the order's workflow has to bring the refund about. Asked for is not done: the order is
 * COMPENSATING until the provider's word is there. Uses the packages idempotency, orders, problem,
 * request, tenant and workflow.
 */
package dev.orderchain.order.refund;
