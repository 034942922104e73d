package dev.orderchain.drills.check.sql;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.check.fact.Progress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * One database as it was at one moment, on one connection. Rows are read in pages, each beginning
 * behind the last row of the one before, so that memory is constant, several streams share the one
 * connection, and a slow reader holds up nobody.
 */
public final class Snapshot implements AutoCloseable {
  private static final int PAGE = 10_000;

  private final Source source;
  private final Connection connection;
  private final Progress progress;

  private Snapshot(Source source, Connection connection, Progress progress) {
    this.source = source;
    this.connection = connection;
    this.progress = progress;
  }

  /** Which database, as which account. */
  public record Source(String name, String address, String schema, String user, String password) {}

  /** What a row becomes. The first column of a query in pages is the key that it is sorted by. */
  interface Reading<T> {
    T of(ResultSet row) throws SQLException;
  }

  static Snapshot open(Source source, Progress progress) {
    Properties login = new Properties();
    login.setProperty("user", source.user());
    login.setProperty("password", source.password());
    login.setProperty("connectTimeout", "5000");
    login.setProperty("socketTimeout", "600000");
    login.setProperty("connectionTimeZone", "UTC");
    login.setProperty("allowPublicKeyRetrieval", "true");
    String url = "jdbc:mysql://" + source.address() + "/" + source.schema();
    try {
      Connection connection = DriverManager.getConnection(url, login);
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
      }
      return new Snapshot(source, connection, progress);
    } catch (SQLException e) {
      throw new CannotRun(
          "cannot reach the %s database at %s as %s: %s"
              .formatted(source.name(), source.address(), source.user(), reason(e)),
          e);
    }
  }

  LocalDateTime now() {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT UTC_TIMESTAMP(6)")) {
      row.next();
      return row.getObject(1, LocalDateTime.class);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /**
   * All rows of a query, which takes a key and returns, in an order that is the same every time,
   * the rows with that key and behind.
   */
  <T> Stream<T> rows(String query, Object firstKey, Reading<T> reading) {
    Pages<T> pages = new Pages<>(query + " LIMIT " + PAGE + " OFFSET ?", firstKey, reading);
    return Stream.iterate(pages.next(), Objects::nonNull, row -> pages.next());
  }

  /** All rows of a query whose result is small beside what it reads. */
  <T> Stream<T> all(String query, Reading<T> reading) {
    List<T> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) rows.add(reading.of(row));
    } catch (SQLException e) {
      throw failed(e);
    }
    progress.read(rows.size());
    return rows.stream();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private CannotRun failed(SQLException e) {
    return new CannotRun("the %s database: %s".formatted(source.name(), reason(e)), e);
  }

  private static String reason(SQLException e) {
    Throwable root = e;
    while (root.getCause() != null) root = root.getCause();
    return String.valueOf(root.getMessage()).lines().findFirst().orElse(root.toString());
  }

  /** A page begins at the last key, behind the rows with that key that are read already. */
  private final class Pages<T> {
    private final String query;
    private final Reading<T> reading;
    private Object lastKey;
    private int readWithLastKey;
    private Iterator<T> page = List.<T>of().iterator();
    private boolean more = true;

    Pages(String query, Object firstKey, Reading<T> reading) {
      this.query = query;
      this.reading = reading;
      lastKey = firstKey;
    }

    T next() {
      if (!page.hasNext() && more) page = fetch().iterator();
      return page.hasNext() ? page.next() : null;
    }

    private List<T> fetch() {
      List<T> rows = new ArrayList<>();
      try (PreparedStatement statement = connection.prepareStatement(query)) {
        statement.setObject(1, lastKey);
        statement.setInt(2, readWithLastKey);
        try (ResultSet row = statement.executeQuery()) {
          while (row.next()) {
            count(row.getObject(1));
            rows.add(reading.of(row));
          }
        }
      } catch (SQLException e) {
        throw failed(e);
      }
      more = rows.size() == PAGE;
      progress.read(rows.size());
      return rows;
    }

    private void count(Object key) {
      readWithLastKey = key.equals(lastKey) ? readWithLastKey + 1 : 1;
      lastKey = key;
    }
  }
}
