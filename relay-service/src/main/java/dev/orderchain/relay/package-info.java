/**
 * Moves outbox rows to Kafka: claim, send, settle. Delivery is at least once and in version order
 * for each order and each product; nothing is marked that Kafka has not acknowledged. A crash after
 * the claim leaves the row to the next relay when the lease is over; a crash between Kafka's
 * acknowledgement and the mark delivers the event twice, and the consumer's inbox sees to it that
 * it has one effect. Any number of relays may run: a claim carries its own token, and a mark with
 * an old one changes nothing.
 *
 * <p>{@code dev.orderchain.relay.publish.PublishDue} is the place to start reading. What is here is
 * for every package: the settings. Uses no other package of the relay.
 */
package dev.orderchain.relay;
