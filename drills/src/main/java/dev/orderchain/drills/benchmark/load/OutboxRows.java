package dev.orderchain.drills.benchmark.load;

import dev.orderchain.testbed.MySqlServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/** Rows planted in the outbox under its owner's account, without orders: the relay cannot tell. */
public final class OutboxRows implements AutoCloseable {
  private static final int STATEMENT_ROWS = 1_000;
  private static final int COPY_ROWS = 20_000;
  private static final Duration POLL = Duration.ofMillis(5);

  private final Connection connection;

  public OutboxRows(MySqlServer orderDb) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("rewriteBatchedStatements", "true");
    connection = orderDb.connect("orders", properties);
  }

  /** Adds rows of as many orders, in multi-row statements that commit one by one. */
  public void plantPending(int rows) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO outbox
              (event_id, aggregate_id, aggregate_version, event_type, payload, traceparent)
            VALUES (?, ?, 1, ?, ?, ?)""")) {
      for (int planted = 1; planted <= rows; planted++) {
        OrderEvent event = OrderEvent.next();
        insert.setString(1, event.id());
        insert.setString(2, event.orderId());
        insert.setString(3, OrderEvent.TYPE);
        insert.setString(4, event.payload());
        insert.setString(5, OrderEvent.TRACEPARENT);
        insert.addBatch();
        if (planted % STATEMENT_ROWS == 0 || planted == rows) insert.executeBatch();
      }
    }
  }

  /** Adds rows that were sent an hour ago, by copying what is SENT already under new ids. */
  public void plantSent(int rows) throws SQLException {
    for (int planted = 0; planted < rows; ) {
      planted += copySent(Math.min(COPY_ROWS, rows - planted));
    }
  }

  private int copySent(int rows) throws SQLException {
    try (PreparedStatement copy =
        connection.prepareStatement(
            """
            INSERT INTO outbox
              (event_id, aggregate_id, aggregate_version, event_type, payload, traceparent,
               created_at, state, claim_id, claim_version, attempts, sent_at)
            SELECT CONCAT(fresh_id, ':1'), fresh_id, 1, event_type, payload, traceparent,
                   NOW(6) - INTERVAL 1 HOUR, 'SENT', claim_id, 1, 1, NOW(6) - INTERVAL 1 HOUR
            FROM (SELECT UUID() AS fresh_id, event_type, payload, traceparent, claim_id
                  FROM outbox FORCE INDEX (ix_outbox_due)
                  WHERE state = 'SENT' ORDER BY id LIMIT ?) AS sent""")) {
      copy.setInt(1, rows);
      int copied = copy.executeUpdate();
      if (copied == 0) throw new IllegalStateException("there is no SENT row to copy");
      return copied;
    }
  }

  /** Deletes what is SENT, in batches. */
  public void clearSent() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int deleted;
      do {
        deleted = statement.executeUpdate("DELETE FROM outbox WHERE state = 'SENT' LIMIT 20000");
      } while (deleted > 0);
    }
  }

  /** Returns when every row is SENT; asks every 5 ms, off the index, for one that is not. */
  public void awaitSent(Duration bound) throws SQLException {
    long end = System.nanoTime() + bound.toNanos();
    try (PreparedStatement unsent =
        connection.prepareStatement(
            """
            SELECT (SELECT id FROM outbox WHERE state = 'CLAIMED' LIMIT 1),
                   (SELECT id FROM outbox WHERE state = 'PENDING' LIMIT 1)""")) {
      while (!isAllNull(unsent)) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException("outbox rows are not SENT after " + bound);
        }
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
  }

  /** How many rows are not sent yet. */
  public long unsent() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*) FROM outbox WHERE state IN ('PENDING', 'CLAIMED')")) {
      row.next();
      return row.getLong(1);
    }
  }

  private static boolean isAllNull(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      row.next();
      return row.getObject(1) == null && row.getObject(2) == null;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
