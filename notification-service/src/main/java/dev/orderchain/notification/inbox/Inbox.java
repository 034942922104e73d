package dev.orderchain.notification.inbox;

import dev.orderchain.notification.message.Event;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;

/** Table {@code inbox}: which events each consumer has received, and with which content. */
@ApplicationScoped
public class Inbox {
  private final DataSource dataSource;

  Inbox(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /**
   * One statement for all of them. The primary key decides: fails with a duplicate key, and with no
   * row written, if any of them was received before.
   */
  @Transactional(Transactional.TxType.MANDATORY)
  void insert(String consumerName, Collection<Event> events) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO inbox (consumer_name, event_id, payload_hash) VALUES "
                    + repeat("(?, ?, ?)", events.size()))) {
      int i = 0;
      for (Event event : events) {
        insert.setString(++i, consumerName);
        insert.setString(++i, event.id());
        insert.setBytes(++i, event.payloadHash());
      }
      insert.executeUpdate();
    }
  }

  /** Payload hashes by event id, of those among the ids that a consumer received before. */
  @Transactional(Transactional.TxType.MANDATORY)
  Map<String, byte[]> payloadHashes(String consumerName, Collection<String> eventIds)
      throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement select =
            connection.prepareStatement(
                "SELECT event_id, payload_hash FROM inbox WHERE consumer_name = ? AND event_id IN ("
                    + repeat("?", eventIds.size())
                    + ")")) {
      int i = 0;
      select.setString(++i, consumerName);
      for (String id : eventIds) {
        select.setString(++i, id);
      }
      Map<String, byte[]> hashes = new HashMap<>();
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          hashes.put(rows.getString(1), rows.getBytes(2));
        }
      }
      return hashes;
    }
  }

  /**
   * Deletes a consumer's oldest rows that are older than {@code seconds} on the database's clock,
   * at most {@code limit} of them; {@code ix_inbox_received} serves filter and order.
   *
   * @return how many there were
   */
  @Transactional(Transactional.TxType.MANDATORY)
  int purge(String consumerName, long seconds, int limit) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement delete =
            connection.prepareStatement(
                """
                DELETE FROM inbox
                WHERE consumer_name = ? AND received_at < NOW(6) - INTERVAL ? SECOND
                ORDER BY received_at
                LIMIT ?
                """)) {
      delete.setString(1, consumerName);
      delete.setLong(2, seconds);
      delete.setInt(3, limit);
      return delete.executeUpdate();
    }
  }

  public static String repeat(String item, int times) {
    return String.join(", ", Collections.nCopies(times, item));
  }
}
