package dev.orderchain.relay.outbox;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The table {@code outbox}, as the relay's account may see it. Leases are on the database's clock.
 *
 * <pre>
 * PENDING    → CLAIMED    claim              any relay; token = new claim id, version + 1
 * CLAIMED    → SENT       markSent           the token's holder, after Kafka's acknowledgement
 * CLAIMED    → PENDING    giveBack           the token's holder: not sent, the broker is away
 * CLAIMED    → CLAIMED    retryLater         the token's holder: this record failed, lease = next try
 * CLAIMED    → PARKED     park               the token's holder: this record cannot be sent
 * CLAIMED    → PENDING    takeBackExpired    any relay, once the lease is over
 * PARKED     → PENDING    release            a person, see ParkedEvents
 * PARKED     → DISCARDED  discard            a person, see ParkedEvents
 * </pre>
 *
 * <p>If we die here: PENDING is found by any relay's poll, CLAIMED when its lease is over, PARKED
 * waits for a person. Every move is a compare-and-set; what the token's holder does is in {@link
 * Settlement}. A row's id stands for its event id (one row an event, ids are never used twice).
 */
@ApplicationScoped
public class Outbox {
  /** Larger payloads do not travel with the claim, so that a batch of them cannot fill the heap. */
  static final int LARGE_PAYLOAD_BYTES = 64 * 1024;

  private final AgroalDataSource database;

  Outbox(AgroalDataSource database) {
    this.database = database;
  }

  /**
   * Claims up to {@code limit} due rows with an id above {@code after}.
   *
   * <p>ix_outbox_due serves filter and order; left to itself the optimizer may drop it on small
   * tables, sort, and lock every pending row. Rows that another relay has locked are skipped. A row
   * whose aggregate has an earlier unsent event outside this batch is looked at and left alone.
   */
  @Transactional(MANDATORY)
  public Claim claim(long after, int limit, Duration lease) throws SQLException {
    try (Connection connection = database.getConnection()) {
      List<Claim.Row> seen = lockPending(connection, after, limit);
      List<Claim.Row> rows = HeldBack.leftOut(connection, seen);
      UUID id = UUID.randomUUID();
      if (!rows.isEmpty()) {
        setClaimed(connection, id, rows, lease);
      }
      long lastId = seen.isEmpty() ? after : seen.get(seen.size() - 1).id();
      return new Claim(id, rows, lastId, seen.size() == limit);
    }
  }

  private List<Claim.Row> lockPending(Connection connection, long after, int limit)
      throws SQLException {
    String sql =
        """
        SELECT id, event_id, aggregate_id, aggregate_version, event_type, topic,
               IF(JSON_STORAGE_SIZE(payload) <= ?, payload, NULL) AS payload,
               traceparent, created_at, claim_version
        FROM outbox FORCE INDEX (ix_outbox_due)
        WHERE state = 'PENDING' AND id > ?
        ORDER BY id LIMIT ?
        FOR UPDATE SKIP LOCKED
        """;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setInt(1, LARGE_PAYLOAD_BYTES);
      select.setLong(2, after);
      select.setInt(3, limit);
      List<Claim.Row> rows = new ArrayList<>();
      try (ResultSet found = select.executeQuery()) {
        while (found.next()) {
          rows.add(row(found));
        }
      }
      return rows;
    }
  }

  private static Claim.Row row(ResultSet found) throws SQLException {
    return new Claim.Row(
        found.getLong(1),
        found.getString(2),
        found.getString(3),
        found.getInt(4),
        found.getString(5),
        found.getString(6),
        found.getBytes(7),
        found.getString(8),
        found.getObject(9, LocalDateTime.class),
        found.getLong(10) + 1);
  }

  private static void setClaimed(
      Connection connection, UUID id, List<Claim.Row> rows, Duration lease) throws SQLException {
    String sql =
        """
        UPDATE outbox FORCE INDEX (PRIMARY)
        SET state = 'CLAIMED', claim_id = ?, claim_version = claim_version + 1,
            lease_until = NOW(6) + INTERVAL ? MICROSECOND
        WHERE id IN (%s)
        """
            .formatted(Sql.marks(rows.size()));
    try (PreparedStatement update = connection.prepareStatement(sql)) {
      update.setBytes(1, Sql.bytes(id));
      update.setLong(2, Sql.microseconds(lease));
      Sql.setIds(update, 3, rows);
      int changed = update.executeUpdate();
      if (changed != rows.size()) {
        throw new IllegalStateException("locked " + rows.size() + " rows, claimed " + changed);
      }
    }
  }

  /** The payload of a row that was too large to travel with the claim. */
  @Transactional(MANDATORY)
  public byte[] payload(Claim.Row row) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select =
            connection.prepareStatement("SELECT payload FROM outbox WHERE id = ?")) {
      select.setLong(1, row.id());
      try (ResultSet found = select.executeQuery()) {
        if (!found.next()) {
          throw new IllegalStateException("claimed row " + row.id() + " is gone");
        }
        return found.getBytes(1);
      }
    }
  }

  /**
   * Makes up to {@code limit} rows due whose lease is over, and returns their ids. A query of its
   * own: together with the claim it would sort and lock every pending row.
   */
  @Transactional(MANDATORY)
  public List<Long> takeBackExpired(int limit) throws SQLException {
    try (Connection connection = database.getConnection()) {
      List<Long> expired = lockExpired(connection, limit);
      if (!expired.isEmpty()) {
        String sql =
            "UPDATE outbox FORCE INDEX (PRIMARY) SET state = 'PENDING' WHERE id IN (%s)"
                .formatted(Sql.marks(expired.size()));
        try (PreparedStatement update = connection.prepareStatement(sql)) {
          for (int i = 0; i < expired.size(); i++) {
            update.setLong(i + 1, expired.get(i));
          }
          update.executeUpdate();
        }
      }
      return expired;
    }
  }

  private static List<Long> lockExpired(Connection connection, int limit) throws SQLException {
    String sql =
        """
        SELECT id FROM outbox FORCE INDEX (ix_outbox_due)
        WHERE state = 'CLAIMED' AND lease_until <= NOW(6)
        ORDER BY id LIMIT ?
        FOR UPDATE SKIP LOCKED
        """;
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setInt(1, limit);
      List<Long> ids = new ArrayList<>();
      try (ResultSet found = select.executeQuery()) {
        while (found.next()) {
          ids.add(found.getLong(1));
        }
      }
      return ids;
    }
  }

  /** How long the oldest row has been waiting to be claimed, in seconds; 0 when none is. */
  @Transactional(MANDATORY)
  double oldestPendingSeconds() throws SQLException {
    String sql =
        """
        SELECT TIMESTAMPDIFF(MICROSECOND, created_at, NOW(6)) / 1e6
        FROM outbox FORCE INDEX (ix_outbox_due) WHERE state = 'PENDING' ORDER BY id LIMIT 1
        """;
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql);
        ResultSet found = select.executeQuery()) {
      return found.next() ? found.getDouble(1) : 0;
    }
  }
}
