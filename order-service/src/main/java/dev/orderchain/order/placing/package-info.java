/**
 * Placing an order: one request, one effect, whatever is retried. Idempotency row, order, outbox
 * row and stock commit together or not at all, and for a card order its reservation and its
 * workflow with them. A crash before the commit leaves nothing; after it, everything, and the
 * client's replay is answered from what the first request was told. Uses the packages credit,
 * idempotency, orders, outbox, problem, request, reservation, stock, tenant and workflow.
 */
package dev.orderchain.order.placing;
