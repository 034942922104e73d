package dev.orderchain.payment.ledger;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Table {@code payment}: by key, one row for each, never removed. */
@ApplicationScoped
@Transactional(MANDATORY)
public class Payments {
  private static final String COLUMNS =
      "payment_key, amount_cents, currency, token, receipt, state, created_at, visible_at, paid_at";

  private final AgroalDataSource database;

  Payments(AgroalDataSource database) {
    this.database = database;
  }

  Optional<Payment> find(String key) throws SQLException {
    return find("payment_key", key);
  }

  Optional<Payment> findByReceipt(String receipt) throws SQLException {
    return find("receipt", receipt);
  }

  private Optional<Payment> find(String column, String value) throws SQLException {
    String sql = "SELECT " + COLUMNS + " FROM payment WHERE " + column + " = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, value);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(payment(row)) : Optional.empty();
      }
    }
  }

  void insert(Payment payment) throws SQLException {
    String sql = "INSERT INTO payment (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    try (Connection connection = database.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      Terms terms = payment.terms();
      insert.setString(1, payment.key());
      insert.setObject(2, terms == null ? null : terms.amountCents());
      insert.setString(3, terms == null ? null : terms.currency());
      insert.setString(4, terms == null ? null : terms.token().name());
      insert.setString(5, payment.receipt());
      insert.setString(6, payment.state().name());
      insert.setObject(7, payment.createdAt());
      insert.setObject(8, payment.visibleAt());
      insert.setObject(9, payment.paidAt());
      insert.executeUpdate();
    }
  }

  /** Writes what can change. */
  public void update(Payment payment) throws SQLException {
    String sql = "UPDATE payment SET state = ?, visible_at = ?, paid_at = ? WHERE payment_key = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      update.setString(1, payment.state().name());
      update.setObject(2, payment.visibleAt());
      update.setObject(3, payment.paidAt());
      update.setString(4, payment.key());
      if (update.executeUpdate() != 1) {
        throw new IllegalStateException("no row of payment " + payment.key());
      }
    }
  }

  /** Those that were voided and turn out to be paid now. */
  public List<Payment> paidBy(Instant now, int limit) throws SQLException {
    String sql = "SELECT " + COLUMNS + " FROM payment WHERE paid_at <= ? ORDER BY paid_at LIMIT ?";
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setObject(1, now);
      select.setInt(2, limit);
      List<Payment> paid = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          paid.add(payment(row));
        }
      }
      return paid;
    }
  }

  /** In the order in which they came. */
  List<Entry> list(Optional<String> key, long after, int limit) throws SQLException {
    String sql =
        """
        SELECT id, %s,
               (SELECT COALESCE(SUM(r.amount_cents), 0) FROM refund r
                WHERE r.payment_key = payment.payment_key AND r.state = 'REFUNDED') AS refunded_cents
        FROM payment WHERE id > ? %s ORDER BY id LIMIT ?
        """
            .formatted(COLUMNS, key.isPresent() ? "AND payment_key = ?" : "");
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      int i = 0;
      select.setLong(++i, after);
      if (key.isPresent()) {
        select.setString(++i, key.get());
      }
      select.setInt(++i, limit);
      List<Entry> entries = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          entries.add(new Entry(row.getLong("id"), payment(row), row.getLong("refunded_cents")));
        }
      }
      return entries;
    }
  }

  /** By currency. */
  Map<String, Total> totals(Optional<String> key) throws SQLException {
    String sql =
        """
        SELECT currency,
               SUM(CASE state WHEN 'AUTHORISED' THEN amount_cents ELSE 0 END),
               SUM(CASE state WHEN 'CAPTURED' THEN amount_cents ELSE 0 END),
               COALESCE(SUM(refunded), 0)
        FROM payment LEFT JOIN
             (SELECT payment_key AS refund_of, SUM(amount_cents) AS refunded FROM refund
              WHERE state = 'REFUNDED' GROUP BY payment_key) ON refund_of = payment_key
        WHERE currency IS NOT NULL %s GROUP BY currency
        """
            .formatted(key.isPresent() ? "AND payment_key = ?" : "");
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      if (key.isPresent()) {
        select.setString(1, key.get());
      }
      Map<String, Total> totals = new TreeMap<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          totals.put(row.getString(1), new Total(row.getLong(2), row.getLong(3), row.getLong(4)));
        }
      }
      return totals;
    }
  }

  private static Payment payment(ResultSet row) throws SQLException {
    String token = row.getString("token");
    return new Payment(
        row.getString("payment_key"),
        token == null
            ? null
            : new Terms(
                row.getLong("amount_cents"), row.getString("currency"), Token.valueOf(token)),
        row.getString("receipt"),
        Payment.State.valueOf(row.getString("state")),
        row.getObject("created_at", Instant.class),
        row.getObject("visible_at", Instant.class),
        row.getObject("paid_at", Instant.class));
  }

  /** A payment and its place in the ledger. */
  public record Entry(long id, Payment payment, long refundedCents) {}

  /**
   * @param authorisedCents what is held now: neither captured nor voided
   */
  public record Total(long authorisedCents, long capturedCents, long refundedCents) {}
}
