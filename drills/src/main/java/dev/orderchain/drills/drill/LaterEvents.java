package dev.orderchain.drills.drill;

import dev.orderchain.drills.stage.Stage;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Second and third events of orders that were acknowledged, written into the outbox as
 * order-service would write them, so that there is an order of events to be kept. Written again
 * they hit the unique key, so an outcome that is unknown is simply tried again.
 */
final class LaterEvents implements AutoCloseable {
  private static final Duration PACE = Duration.ofMillis(100);
  private static final int VERSIONS = 3;

  private final Stage stage;
  private final Thread thread;
  private volatile boolean stopping;

  LaterEvents(Stage stage) {
    this.stage = stage;
    thread = Thread.ofVirtual().start(this::write);
  }

  /** Returns when the last one is written, or given up. */
  void stop() throws InterruptedException {
    stopping = true;
    thread.join();
  }

  /** How many there are, by the rows. */
  long count() throws SQLException {
    return stage
        .orderDb()
        .count(
            """
            SELECT COUNT(*) FROM orders o JOIN outbox e ON e.aggregate_id = o.order_id
            WHERE o.tenant = ? AND e.aggregate_version > 1""",
            stage.tenant());
  }

  private void write() {
    Set<String> done = new HashSet<>();
    while (!stopping) {
      for (String orderId : stage.history().acknowledged()) {
        if (!stopping && !done.contains(orderId) && written(orderId)) done.add(orderId);
      }
      rest();
    }
  }

  private boolean written(String orderId) {
    try {
      for (int version = 2; version <= VERSIONS; version++) {
        stage
            .orderDb()
            .update(
                """
                INSERT IGNORE INTO outbox
                  (event_id, aggregate_id, aggregate_version, event_type, payload, traceparent)
                SELECT CONCAT(aggregate_id, ':', ?), aggregate_id, ?, event_type, payload, traceparent
                FROM outbox WHERE aggregate_id = ? AND aggregate_version = 1""",
                version,
                version,
                orderId);
      }
      return true;
    } catch (SQLException away) {
      return false;
    }
  }

  private static void rest() {
    try {
      Thread.sleep(PACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws InterruptedException {
    stop();
  }
}
