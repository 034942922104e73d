/**
 * Which confirmations exist for an order, which are missing, and who will bring them about. Reads
 * what the other packages wrote and changes nothing. Uses the packages outbox, problem,
 * reservation, tenant and workflow.
 */
package dev.orderchain.order.chain;
