package dev.orderchain.drills.histories;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** The chain that runs here. The order database is read as an account that can do no more. */
interface Scene extends AutoCloseable {
  /** {@code host:port}, like the other. */
  String orderService();

  String provider();

  String token(String role);

  /** The columns of the first row, with a blank between them; empty without a row. */
  String row(String query) throws SQLException;

  /**
   * What the database says to a statement of its owner's account, which is rolled back in any case;
   * empty when it takes it.
   */
  Optional<String> refusal(String statement) throws SQLException;

  /** Locks the row of this query, as another session would, until it is closed. */
  Held hold(String query) throws SQLException;

  /** The order-service that runs. */
  Instance service();

  /** One more order-service beside it, healthy. */
  Instance another();

  @Override
  void close();

  /** Something that is kept for a while. */
  interface Held extends AutoCloseable {
    @Override
    void close() throws SQLException;
  }

  /** A process of order-service. */
  interface Instance extends AutoCloseable {
    void kill();

    /** Returns when it is healthy. */
    void start();

    void pause();

    /** Does nothing to one that is not paused. */
    void resume();

    /** Of one counter; only of the service that runs. */
    double metric(String name) throws IOException;

    /** Ends it for good. */
    @Override
    void close();
  }
}
