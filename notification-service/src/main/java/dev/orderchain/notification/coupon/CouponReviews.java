package dev.orderchain.notification.coupon;

import dev.orderchain.notification.message.Event;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Table {@code coupon_review}: refunds that wait for a person. */
@ApplicationScoped
class CouponReviews {
  private final DataSource dataSource;

  CouponReviews(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * @param code null when the order has no coupon
   */
  @Transactional(Transactional.TxType.MANDATORY)
  void open(Event refund, String code, CouponReview.Reason reason) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO coupon_review (code, order_id, tenant, event_id, reason)
                VALUES (?, ?, ?, ?, ?)
                """)) {
      insert.setString(1, code);
      insert.setString(2, refund.fact().orderId());
      insert.setString(3, refund.fact().tenant());
      insert.setString(4, refund.id());
      insert.setString(5, reason.name());
      insert.executeUpdate();
    }
  }

  /** The first ones after an id. */
  List<CouponReview> after(long id, int limit) {
    return CouponReview.<CouponReview>find("id > ?1 order by id", id).page(0, limit).list();
  }

  long count() {
    return CouponReview.count();
  }
}
