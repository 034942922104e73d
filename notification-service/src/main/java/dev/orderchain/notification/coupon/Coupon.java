package dev.orderchain.notification.coupon;

import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

/** What a confirmed order earned. Read here; {@link Coupons} writes them. */
@Entity
@Table(name = "coupon")
class Coupon extends PanacheEntityBase {
  /**
   * <pre>
   * ISSUED → USED     whoever has the code uses it
   * ISSUED → REVOKED  the order is refunded
   * </pre>
   *
   * Both are ends. Nobody has to move an ISSUED one on.
   */
  enum State {
    ISSUED,
    USED,
    REVOKED
  }

  @Id String code;

  @Column(name = "order_id")
  String orderId;

  String tenant;

  @Enumerated(EnumType.STRING)
  State state;

  @Column(name = "issued_at")
  Instant issuedAt;

  @Column(name = "used_at")
  Instant usedAt;

  @Column(name = "revoked_at")
  Instant revokedAt;
}
