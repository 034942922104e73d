package dev.orderchain.notification.coupon;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** A refund that revoked no coupon, for a person. Read here; {@link CouponReviews} writes them. */
@Entity
@Table(name = "coupon_review")
class CouponReview extends PanacheEntityBase {
  enum Reason {
    /** It was used before the refund came. */
    COUPON_USED,
    /** There is none, although an order is refunded only after it was confirmed. */
    NO_COUPON
  }

  @Id long id;

  /** Null when there is none. */
  String code;

  @Column(name = "order_id")
  String orderId;

  String tenant;

  @Column(name = "event_id")
  String eventId;

  @Enumerated(EnumType.STRING)
  Reason reason;

  @Column(name = "created_at")
  Instant createdAt;
}
