package dev.orderchain.notification.database;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Whose fault it is that a statement failed.
 *
 * <p>The line matters twice. A database's fault taken for a record's parks good records; a record's
 * fault taken for the database's holds up a partition for good.
 */
public enum DatabaseFault {
  /** A unique key has the row already. */
  ALREADY_THERE,
  /** The database cannot now, or its schema or grants are not as they must be: wait, try again. */
  AWAY,
  /** The database could, and will not take these values. */
  REFUSED;

  private static final int DUPLICATE_KEY = 1062;

  /** Comes with SQLState 08S01, like a lost connection, but the statement will never be shorter. */
  private static final int PACKET_TOO_LARGE = 1153;

  /** What has a SQLState that says nothing (HY000), or another than those below. */
  private static final Set<Integer> AWAY_CODES =
      Set.of(
          1021, // disk full
          1026, // error writing file
          1030, // error from the storage engine
          1037, // out of memory
          1038, // out of sort memory
          1040, // too many connections
          1041, // out of memory
          1053, // server shutdown in progress
          1114, // table full
          1135, // cannot create a thread
          1180, // error during COMMIT
          1181, // error during ROLLBACK
          1205, // lock wait timeout
          1206, // lock table full
          1213, // deadlock
          1290, // running with --read-only, or another option that forbids it
          1317, // query interrupted
          1412, // table definition has changed
          1598, // binary logging not possible
          1615, // prepared statement needs to be prepared again
          1637, // too many active transactions
          1792, // read-only transaction
          1836, // read-only mode
          1878, // error writing a temporary file
          1927, // connection killed
          3024, // execution time exceeded
          3100, // a plugin refused the commit
          3101, // rolled back by group replication
          3169, // session killed
          3572, // lock not available at once
          4031); // disconnected because of inactivity

  public static DatabaseFault of(SQLException e) {
    if (e.getErrorCode() == DUPLICATE_KEY) {
      return ALREADY_THERE;
    }
    if (e.getErrorCode() == PACKET_TOO_LARGE) {
      return REFUSED;
    }
    return isAway(e) ? AWAY : REFUSED;
  }

  /** The SQLException that something else was thrown for. */
  public static Optional<SQLException> causeOf(Throwable e) {
    return Stream.iterate(e, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(SQLException.class::cast)
        .findFirst();
  }

  /** What to say of it in a line. */
  public static String say(SQLException e) {
    String message = String.valueOf(e.getMessage());
    return message.lines().findFirst().orElse("no message") + " (" + e.getErrorCode() + ")";
  }

  /** The server was not reached, or said nothing. */
  static boolean isNoAnswer(SQLException e) {
    String state = e.getSQLState();
    // No state: it comes from the pool, which has no connection.
    return state == null
        || state.startsWith("08")
        || e instanceof SQLTransientException
        || e instanceof SQLRecoverableException;
  }

  private static boolean isAway(SQLException e) {
    String state = e.getSQLState();
    return isNoAnswer(e)
        || AWAY_CODES.contains(e.getErrorCode())
        || state.startsWith("28") // access denied
        || state.startsWith("40") // rolled back by the server
        || state.startsWith("42") // syntax, missing table or column, missing grant
        || state.startsWith("3D") // no database
        || state.startsWith("70"); // killed
  }
}
