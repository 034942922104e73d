package dev.orderchain.notification.coupon;

import dev.orderchain.notification.message.Event;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Table {@code coupon}. Use and revocation meet at the row: each changes it only from ISSUED, the
 * second one waits for the first one's outcome, and either reads afterwards what the row has
 * become. READ COMMITTED makes that reading a current one.
 */
@ApplicationScoped
class Coupons {
  /** More than one order can ever have; a bound on what one answer holds. */
  private static final int MOST_OF_ONE_ORDER = 1_000;

  private final DataSource dataSource;

  Coupons(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** What a revocation has to know of a coupon. */
  record Standing(String code, Coupon.State state) {}

  /**
   * One for each event, in one statement. Should a code be taken, that is a duplicate key like an
   * event's that was received before: the receiver tries again, with other codes.
   */
  @Transactional(Transactional.TxType.MANDATORY)
  void issue(List<Event> confirmations) throws SQLException {
    String rows = String.join(", ", Collections.nCopies(confirmations.size(), "(?, ?, ?, ?)"));
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO coupon (code, order_id, tenant, event_id) VALUES " + rows)) {
      int i = 0;
      for (Event event : confirmations) {
        insert.setString(++i, CouponCode.random());
        insert.setString(++i, event.fact().orderId());
        insert.setString(++i, event.fact().tenant());
        insert.setString(++i, event.id());
      }
      insert.executeUpdate();
    }
  }

  /** Revokes an order's coupon; changes no row that is at its end or when there is none. */
  @Transactional(Transactional.TxType.MANDATORY)
  void revoke(String orderId) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                """
                UPDATE coupon FORCE INDEX (ix_coupon_order)
                SET state = 'REVOKED', revoked_at = NOW(6)
                WHERE order_id = ? AND state = 'ISSUED'
                """)) {
      update.setString(1, orderId);
      update.executeUpdate();
    }
  }

  /** After {@link #revoke} in the same transaction, no state of these can change any more. */
  @Transactional(Transactional.TxType.MANDATORY)
  List<Standing> standings(String orderId) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT code, state FROM coupon FORCE INDEX (ix_coupon_order)"
                    + " WHERE order_id = ?")) {
      select.setString(1, orderId);
      List<Standing> standings = new ArrayList<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          standings.add(new Standing(rows.getString(1), Coupon.State.valueOf(rows.getString(2))));
        }
      }
      return standings;
    }
  }

  /** Uses a tenant's coupon; changes no row that is at its end or another tenant's. */
  @Transactional(Transactional.TxType.MANDATORY)
  void use(String tenant, String code) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                """
                UPDATE coupon SET state = 'USED', used_at = NOW(6)
                WHERE code = ? AND tenant = ? AND state = 'ISSUED'
                """)) {
      update.setString(1, code);
      update.setString(2, tenant);
      update.executeUpdate();
    }
  }

  Optional<Coupon> find(String tenant, String code) {
    return Coupon.find("code = ?1 and tenant = ?2", code, tenant).firstResultOptional();
  }

  /** Those of one order; none for another tenant's order. */
  List<Coupon> ofOrder(String tenant, String orderId) {
    return Coupon.<Coupon>find(
            "orderId = ?1 and tenant = ?2 order by issuedAt, code", orderId, tenant)
        .page(0, MOST_OF_ONE_ORDER)
        .list();
  }
}
