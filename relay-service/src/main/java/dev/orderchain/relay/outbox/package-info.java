/**
 * The table {@code outbox}: rows are claimed with a token and a lease, settled with the same token,
 * and become due again when the lease is over. Uses no other package of the relay.
 */
package dev.orderchain.relay.outbox;
