package dev.orderchain.relay.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rows that have to wait: an earlier event of the same aggregate is not sent and is not in the
 * same batch.
 */
final class HeldBack {
  private HeldBack() {}

  /** READ COMMITTED: this sees what is committed now, so another relay's claim counts as unsent. */
  static List<Claim.Row> leftOut(Connection connection, List<Claim.Row> seen) throws SQLException {
    Map<String, Integer> highest = new HashMap<>();
    Set<Long> batch = new HashSet<>();
    for (Claim.Row row : seen) {
      batch.add(row.id());
      if (row.version() > 1) {
        highest.merge(row.aggregateId(), row.version(), Math::max);
      }
    }
    if (highest.isEmpty()) {
      return seen;
    }
    Map<String, Integer> lowestOutside = lowestUnsent(connection, highest, batch);
    return seen.stream()
        .filter(
            row -> row.version() <= lowestOutside.getOrDefault(row.aggregateId(), row.version()))
        .toList();
  }

  /** For each aggregate the lowest unsent version below its given one that is not in the batch. */
  private static Map<String, Integer> lowestUnsent(
      Connection connection, Map<String, Integer> below, Set<Long> batch) throws SQLException {
    String sql =
        """
        SELECT id, aggregate_id, aggregate_version
        FROM outbox FORCE INDEX (ix_outbox_aggregate)
        WHERE state NOT IN ('SENT', 'DISCARDED') AND (%s)
        """
            .formatted(
                String.join(
                    " OR ",
                    Collections.nCopies(
                        below.size(), "(aggregate_id = ? AND aggregate_version < ?)")));
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      int i = 0;
      for (Map.Entry<String, Integer> aggregate : below.entrySet()) {
        select.setString(++i, aggregate.getKey());
        select.setInt(++i, aggregate.getValue());
      }
      Map<String, Integer> lowest = new HashMap<>();
      try (ResultSet found = select.executeQuery()) {
        while (found.next()) {
          if (!batch.contains(found.getLong(1))) {
            lowest.merge(found.getString(2), found.getInt(3), Math::min);
          }
        }
      }
      return lowest;
    }
  }
}
