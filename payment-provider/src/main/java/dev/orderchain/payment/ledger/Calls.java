package dev.orderchain.payment.ledger;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Table {@code received_call}: how often each call was received, whatever came of it. */
@ApplicationScoped
@Transactional(MANDATORY)
class Calls {
  private final AgroalDataSource database;

  Calls(AgroalDataSource database) {
    this.database = database;
  }

  void count(String key, Call call) throws SQLException {
    String sql =
        """
        MERGE INTO received_call t USING (VALUES (?, ?)) n (payment_key, kind)
        ON t.payment_key = n.payment_key AND t.kind = n.kind
        WHEN MATCHED THEN UPDATE SET received = t.received + 1
        WHEN NOT MATCHED THEN INSERT VALUES (n.payment_key, n.kind, 1)
        """;
    try (Connection connection = database.getConnection();
        PreparedStatement merge = connection.prepareStatement(sql)) {
      merge.setString(1, key);
      merge.setString(2, call.name());
      merge.executeUpdate();
    }
  }

  /** Of one payment, or of all. */
  Map<Call, Long> received(Optional<String> key) throws SQLException {
    String sql =
        "SELECT kind, SUM(received) FROM received_call "
            + (key.isPresent() ? "WHERE payment_key = ? " : "")
            + "GROUP BY kind";
    Map<Call, Long> received = new EnumMap<>(Call.class);
    for (Call call : Call.values()) {
      received.put(call, 0L);
    }
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      if (key.isPresent()) {
        select.setString(1, key.get());
      }
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          received.put(Call.valueOf(row.getString(1)), row.getLong(2));
        }
      }
    }
    return received;
  }
}
