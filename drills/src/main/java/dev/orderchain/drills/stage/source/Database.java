package dev.orderchain.drills.stage.source;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** One database as a drill looks at it; connects again after the server was away. */
public final class Database implements AutoCloseable {
  private final Opening opening;
  private Connection connection;

  /** Opens a connection that may do anything. */
  public interface Opening {
    Connection open() throws SQLException;
  }

  public Database(Opening opening) {
    this.opening = opening;
  }

  /** The one number that a query returns. */
  public long count(String sql, Object... values) throws SQLException {
    String text = text(sql, values);
    return text == null ? 0 : Long.parseLong(text);
  }

  /** The first column of the first row; null when there is none or it is NULL. */
  public String text(String sql, Object... values) throws SQLException {
    List<String> texts = texts(sql, values);
    return texts.isEmpty() ? null : texts.getFirst();
  }

  /** The first column of all rows. */
  public List<String> texts(String sql, Object... values) throws SQLException {
    return run(
        sql,
        values,
        query -> {
          List<String> texts = new ArrayList<>();
          try (ResultSet row = query.executeQuery()) {
            while (row.next()) texts.add(row.getString(1));
          }
          return texts;
        });
  }

  /** How many rows a statement changed. */
  public int update(String sql, Object... values) throws SQLException {
    return run(sql, values, PreparedStatement::executeUpdate);
  }

  /** A connection of the caller's own. */
  public Connection connect() throws SQLException {
    return opening.open();
  }

  private interface Work<T> {
    T on(PreparedStatement statement) throws SQLException;
  }

  private synchronized <T> T run(String sql, Object[] values, Work<T> work) throws SQLException {
    if (connection == null) connection = opening.open();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
      return work.on(statement);
    } catch (SQLException e) {
      close();
      throw e;
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (connection != null) connection.close();
    } catch (SQLException alreadyBroken) {
      // It is given up either way.
    }
    connection = null;
  }
}
