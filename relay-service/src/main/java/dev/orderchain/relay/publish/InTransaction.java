package dev.orderchain.relay.publish;

import io.quarkus.narayana.jta.QuarkusTransaction;
import java.sql.SQLException;

/** A transaction of its own for each piece of work, with the database's failure as it was. */
final class InTransaction {
  private InTransaction() {}

  /** {@link java.util.concurrent.Callable} with the exception that callers know how to handle. */
  interface Work<T> {
    T run() throws SQLException;
  }

  static <T> T run(Work<T> work) throws SQLException {
    try {
      return QuarkusTransaction.requiringNew().call(work::run);
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof SQLException sql) {
          throw sql;
        }
      }
      throw e;
    }
  }
}
