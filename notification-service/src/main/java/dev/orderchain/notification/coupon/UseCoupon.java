package dev.orderchain.notification.coupon;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.SQLException;
import java.util.Optional;

/** Uses a coupon once; asked again, it says the same. So a lost answer is found out by asking. */
@ApplicationScoped
class UseCoupon {
  private final Coupons coupons;

  UseCoupon(Coupons coupons) {
    this.coupons = coupons;
  }

  sealed interface Use {
    /** Now or before. */
    record Used(Coupon coupon) implements Use {}

    record Revoked() implements Use {}

    /** There is none, or it is another tenant's. */
    record Unknown() implements Use {}
  }

  @Transactional(rollbackOn = SQLException.class)
  Use use(String tenant, String code) throws SQLException {
    coupons.use(tenant, code);
    Optional<Coupon> coupon = coupons.find(tenant, code);
    if (coupon.isEmpty()) {
      return new Use.Unknown();
    }
    return switch (coupon.get().state) {
      case USED -> new Use.Used(coupon.get());
      case REVOKED -> new Use.Revoked();
      case ISSUED -> throw new IllegalStateException(code + " is ISSUED after its use");
    };
  }
}
