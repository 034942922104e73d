package dev.orderchain.order.outbox;

/**
 * A fact about one order, to be told to the world.
 *
 * @param aggregateId the order id; becomes the Kafka key
 * @param aggregateVersion the version of the order that this fact made; events of one order are
 *     delivered in this order
 * @param type the CloudEvents type, for example {@code OrderPlaced}
 * @param payload a JSON object
 * @param traceparent W3C trace context of the request that caused it, 55 characters
 */
public record Event(
    String aggregateId, int aggregateVersion, String type, String payload, String traceparent) {

  /** Derived, so that writing the same fact twice gives the same id and hits the unique key. */
  public String id() {
    return aggregateId + ":" + aggregateVersion;
  }
}
