package dev.orderchain.notification.parked;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A message that waits for a person. Read here; {@link ParkedMessages} writes them. */
@Entity
@Table(name = "parked_message")
class ParkedMessage extends PanacheEntityBase {
  @Id long id;
  String topic;

  @Column(name = "topic_partition")
  int partition;

  @Column(name = "topic_offset")
  long offset;

  @Column(name = "message_key")
  byte[] key;

  @Column(name = "message_value")
  byte[] value;

  /** JSON: an array of name and base64 value. */
  String headers;

  long bytes;
  String reason;

  @Column(name = "created_at")
  Instant parkedAt;
}
