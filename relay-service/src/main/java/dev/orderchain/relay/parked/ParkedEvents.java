package dev.orderchain.relay.parked;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The PARKED rows of {@code outbox}: events that wait for a person, and what that person decides.
 */
@ApplicationScoped
public class ParkedEvents {
  private final AgroalDataSource database;

  ParkedEvents(AgroalDataSource database) {
    this.database = database;
  }

  /** Parked events in id order, with how many later events of its aggregate wait behind each. */
  @Transactional(MANDATORY)
  List<Parked> list(long after, int limit) throws SQLException {
    String sql =
        """
        SELECT id, event_id, aggregate_id, event_type, attempts, last_error, created_at,
               (SELECT COUNT(*) FROM outbox l
                WHERE l.aggregate_id = o.aggregate_id AND l.state IN ('PENDING', 'CLAIMED')
                  AND l.aggregate_version > o.aggregate_version) AS held_back
        FROM outbox o FORCE INDEX (ix_outbox_due)
        WHERE state = 'PARKED' AND id > ?
        ORDER BY id LIMIT ?
        """;
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      select.setLong(1, after);
      select.setInt(2, limit);
      List<Parked> rows = new ArrayList<>();
      try (ResultSet found = select.executeQuery()) {
        while (found.next()) {
          rows.add(
              new Parked(
                  found.getLong(1),
                  found.getString(2),
                  found.getString(3),
                  found.getString(4),
                  found.getInt(5),
                  found.getString(6),
                  found.getObject(7, LocalDateTime.class),
                  found.getInt(8)));
        }
      }
      return rows;
    }
  }

  /** Makes a parked event due again with its attempts forgotten; false when it is not parked. */
  @Transactional(MANDATORY)
  public boolean release(String eventId) throws SQLException {
    return unpark(eventId, "state = 'PENDING', attempts = 0, last_error = ''");
  }

  /** Ends a parked event unsent, so that the later ones go on without it; false as in release. */
  @Transactional(MANDATORY)
  public boolean discard(String eventId) throws SQLException {
    return unpark(eventId, "state = 'DISCARDED'");
  }

  private boolean unpark(String eventId, String set) throws SQLException {
    String sql = "UPDATE outbox SET %s WHERE event_id = ? AND state = 'PARKED'".formatted(set);
    try (Connection connection = database.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      update.setString(1, eventId);
      return update.executeUpdate() == 1;
    }
  }

  /** An event that waits for a person. */
  record Parked(
      long id,
      String eventId,
      String aggregateId,
      String type,
      int attempts,
      String lastError,
      LocalDateTime createdAt,
      int heldBack) {}
}
