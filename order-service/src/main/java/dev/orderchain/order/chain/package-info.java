/**
 * Which confirmations exist for an order, which are missing, and who will bring them about. Reads
 * what the other packages wrote and changes nothing. Uses the packages outbox, workflow,
 * reservation, tenant and problem.
 */
package dev.orderchain.order.chain;
