package dev.orderchain.order.database;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** What a failed transaction tells about the database, as far as this service needs to know. */
public enum DatabaseFailure {
  /** Another transaction has the idempotency key: 1062 on {@code uk_idem}. */
  KEY_TAKEN,
  /** 1213 or 1205. While waiting for a key's owner this is how InnoDB says "it rolled back". */
  LOCK_LOST,
  /** No connection, or it broke. If a commit had been sent, its outcome is unknown. */
  UNREACHABLE,
  /** A broken invariant or a bug. */
  OTHER;

  private static final int DUPLICATE_KEY = 1062;
  private static final int DEADLOCK = 1213;
  private static final int LOCK_WAIT_TIMEOUT = 1205;

  /**
   * Too many connections, shutdown, connection killed by the server, read only while restarting.
   */
  private static final Set<Integer> SERVER_GOES_AWAY = Set.of(1040, 1053, 1290, 1836, 1927, 3169);

  /** Judged by the first SQLException in the chain of causes and what was suppressed on the way. */
  public static DatabaseFailure of(Throwable failure) {
    SQLException sql = sqlExceptionIn(failure, 0);
    if (sql == null) {
      return OTHER;
    }
    return switch (sql.getErrorCode()) {
      case DUPLICATE_KEY -> sql.getMessage().endsWith("uk_idem'") ? KEY_TAKEN : OTHER;
      case DEADLOCK, LOCK_WAIT_TIMEOUT -> LOCK_LOST;
      default -> unreachable(sql) ? UNREACHABLE : OTHER;
    };
  }

  private static boolean unreachable(SQLException sql) {
    String state = sql.getSQLState();
    return state != null && state.startsWith("08")
        || sql instanceof SQLNonTransientConnectionException
        || sql instanceof SQLTransientConnectionException
        || sql instanceof SQLRecoverableException
        || SERVER_GOES_AWAY.contains(sql.getErrorCode())
        // Agroal's own: no connection within the acquisition time-out.
        || state == null && sql.getErrorCode() == 0;
  }

  /**
   * Whether work that can be repeated is to be tried again after this. After a commit that was sent
   * always: only another attempt finds out what became of it.
   */
  public boolean allowsAnotherTry(boolean commitSent) {
    return switch (this) {
      case LOCK_LOST, UNREACHABLE -> true;
      case KEY_TAKEN, OTHER -> commitSent;
    };
  }

  private static SQLException sqlExceptionIn(Throwable failure, int depth) {
    if (failure == null || depth > 16) {
      return null;
    }
    if (failure instanceof SQLException sql) {
      return sql;
    }
    SQLException cause = sqlExceptionIn(failure.getCause(), depth + 1);
    for (Throwable suppressed : failure.getSuppressed()) {
      cause = cause != null ? cause : sqlExceptionIn(suppressed, depth + 1);
    }
    return cause;
  }
}
