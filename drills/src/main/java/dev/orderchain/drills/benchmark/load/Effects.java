package dev.orderchain.drills.benchmark.load;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The effects as another connection sees them: an effect that is seen has been committed. */
public final class Effects implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(5);

  private final Connection connection;

  public Effects(Rig rig) throws SQLException {
    connection = rig.notificationDb();
  }

  /** Returns when all these events have their effects. */
  public void await(Collection<String> eventIds, Duration bound) throws SQLException {
    long end = System.nanoTime() + bound.toNanos();
    List<String> missing = new ArrayList<>(eventIds);
    while (!missing.isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(missing.size() + " events have no effect after " + bound);
      }
      LockSupport.parkNanos(POLL.toNanos());
      missing.removeAll(seen(missing));
    }
  }

  /** How many effects there are; throws when an event has more than one. */
  public long count() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT COUNT(*), COUNT(*) - COUNT(DISTINCT event_id) FROM notification")) {
      row.next();
      if (row.getLong(2) > 0) {
        throw new IllegalStateException(row.getLong(2) + " effects happened more than once");
      }
      return row.getLong(1);
    }
  }

  /** Those of these events that have an effect by now. */
  public Set<String> seen(Collection<String> eventIds) throws SQLException {
    if (eventIds.isEmpty()) return Set.of();
    String marks = String.join(",", Collections.nCopies(eventIds.size(), "?"));
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT event_id FROM notification WHERE event_id IN (" + marks + ")")) {
      int i = 0;
      for (String id : eventIds) query.setString(++i, id);
      Set<String> seen = new HashSet<>();
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) seen.add(row.getString(1));
      }
      return seen;
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
