/**
 * From the claim to the mark: {@link dev.orderchain.relay.publish.PublishDue} makes a pass over
 * what is due, {@link dev.orderchain.relay.publish.Sender} brings a claim to Kafka with a verdict
 * for each record, {@link dev.orderchain.relay.publish.RelayLoop} says when the next pass begins.
 * Uses the packages outbox and relay.
 */
package dev.orderchain.relay.publish;
