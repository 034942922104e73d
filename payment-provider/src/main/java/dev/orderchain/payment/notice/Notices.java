package dev.orderchain.payment.notice;

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

/** Table {@code notice}: what the merchant is told unasked, until it has answered 2xx. */
@ApplicationScoped
@Transactional(MANDATORY)
class Notices {
  private final AgroalDataSource database;

  Notices(AgroalDataSource database) {
    this.database = database;
  }

  void insert(Notice notice, Instant dueAt) throws SQLException {
    String sql = "INSERT INTO notice (notice_id, body, attempts, due_at) VALUES (?, ?, ?, ?)";
    try (Connection connection = database.getConnection();
        PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setString(1, notice.noticeId());
      insert.setString(2, notice.body());
      insert.setInt(3, notice.attempts());
      insert.setObject(4, dueAt);
      insert.executeUpdate();
    }
  }

  List<Notice> due(Instant now, int limit) throws SQLException {
    String sql =
        """
        SELECT notice_id, body, attempts FROM notice WHERE due_at <= ? ORDER BY due_at LIMIT ?
        """;
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setObject(1, now);
      select.setInt(2, limit);
      List<Notice> due = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          due.add(new Notice(row.getString(1), row.getString(2), row.getInt(3)));
        }
      }
      return due;
    }
  }

  /** An attempt was made; null: there is no next one. False: the notice is not there. */
  boolean attempted(Notice notice, Instant nextAt) throws SQLException {
    String sql = "UPDATE notice SET attempts = attempts + 1, due_at = ? WHERE notice_id = ?";
    try (Connection connection = database.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      update.setObject(1, nextAt);
      update.setString(2, notice.noticeId());
      return update.executeUpdate() == 1;
    }
  }
}
