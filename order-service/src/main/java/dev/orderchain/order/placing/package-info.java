/**
 * Placing an order: one request, one effect, whatever is retried. The unique key on tenant and
 * idempotency key decides which request is the first; idempotency row, order, outbox row and stock
 * commit together or not at all. A crash before the commit leaves nothing; after it, everything,
 * and the client's replay is answered from what the first request was told. Uses the packages
 * request, stock, database, outbox, tenant and problem.
 */
package dev.orderchain.order.placing;
