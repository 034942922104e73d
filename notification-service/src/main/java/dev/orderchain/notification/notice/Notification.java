package dev.orderchain.notification.notice;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** What someone was told about an order. Read here; {@link Notifications} writes them. */
@Entity
@Table(name = "notification")
class Notification extends PanacheEntityBase {
  @Id long id;

  @Column(name = "event_id")
  String eventId;

  @Column(name = "order_id")
  String orderId;

  String tenant;
  String kind;
  String text;

  @Column(name = "created_at")
  Instant createdAt;
}
