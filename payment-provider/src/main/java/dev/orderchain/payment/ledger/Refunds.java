package dev.orderchain.payment.ledger;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Table {@code refund}: by the payment's key and the refund's own, written once. */
@ApplicationScoped
@Transactional(MANDATORY)
class Refunds {
  /** Of one payment. A bound on what one look-up answers. */
  static final int MOST = 100;

  private final AgroalDataSource database;

  Refunds(AgroalDataSource database) {
    this.database = database;
  }

  /** All of a payment, oldest first. */
  List<Refund> of(String paymentKey) throws SQLException {
    String sql =
        """
        SELECT refund_key, amount_cents, state, receipt FROM refund
        WHERE payment_key = ? ORDER BY id
        """;
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, paymentKey);
      List<Refund> refunds = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          refunds.add(
              new Refund(
                  paymentKey,
                  row.getString(1),
                  row.getLong(2),
                  Refund.State.valueOf(row.getString(3)),
                  row.getString(4)));
        }
      }
      return refunds;
    }
  }

  void insert(Refund refund) throws SQLException {
    String sql =
        """
        INSERT INTO refund (payment_key, refund_key, amount_cents, state, receipt)
        VALUES (?, ?, ?, ?, ?)
        """;
    try (Connection connection = database.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, refund.paymentKey());
      insert.setString(2, refund.key());
      insert.setLong(3, refund.amountCents());
      insert.setString(4, refund.state().name());
      insert.setString(5, refund.receipt());
      insert.executeUpdate();
    }
  }
}
