package dev.orderchain.order.outbox;

/**
 * A fact about one order or one product, to be told to the world.
 *
 * @param topic where it goes
 * @param aggregateId the order id or the SKU; becomes the Kafka key
 * @param aggregateVersion the version of the order or product that this fact made; events of one
 *     aggregate are delivered in this order
 * @param type the CloudEvents type, for example {@code OrderPlaced}
 * @param payload a JSON object
 * @param traceparent W3C trace context of the request that caused it, 55 characters
 */
public record Event(
    Topic topic,
    String aggregateId,
    int aggregateVersion,
    String type,
    String payload,
    String traceparent) {

  /** The Kafka topics, by the names that {@code contracts/topics.properties} gives them. */
  public enum Topic {
    ORDERS("order-events"),
    PRODUCTS("product-events");

    private final String topicName;

    Topic(String topicName) {
      this.topicName = topicName;
    }
  }

  String topicName() {
    return topic.topicName;
  }

  /** Derived, so that writing the same fact twice gives the same id and hits the unique key. */
  public String id() {
    return aggregateId + ":" + aggregateVersion;
  }
}
