package dev.orderchain.relay.outbox;

import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;

/**
 * Rows that this relay alone may mark until the lease is over, in id order.
 *
 * @param id this claim's own; with a row's claim version it is the token
 * @param lastId the highest row id that the claim looked at, claimed or not
 * @param full there may be more due rows behind lastId
 */
public record Claim(UUID id, List<Row> rows, long lastId, boolean full) {

  /**
   * A claimed event of an aggregate: an order or a product.
   *
   * @param topic the Kafka topic that its writer wants it in
   * @param payload UTF-8 JSON, or null when it is large and has to be fetched by {@link
   *     Outbox#payload}
   * @param claimVersion the version that this claim gave the row
   */
  public record Row(
      long id,
      String eventId,
      String aggregateId,
      int version,
      String type,
      String topic,
      byte[] payload,
      String traceparent,
      LocalDateTime createdAt,
      long claimVersion) {}
}
