package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Asks for the money of confirmed orders, one after the other, each under a key of its own: an
 * answer that is lost is asked for again when the order is met again.
 */
public final class Refunds implements AutoCloseable {
  private static final Duration PACE = Duration.ofMillis(250);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);

  private final Stage stage;
  private final Set<String> accepted = ConcurrentHashMap.newKeySet();
  private final Thread thread;
  private volatile boolean stopping;

  public Refunds(Stage stage) {
    this.stage = stage;
    thread = Thread.ofVirtual().start(this::ask);
  }

  /** Returns when the last one is answered, or given up. */
  public void stop() throws InterruptedException {
    stopping = true;
    thread.join();
  }

  /** How many were answered 202. */
  public int accepted() {
    return accepted.size();
  }

  /** Those of them whose orders are neither refunded nor wait for their refund. */
  public long forgotten() throws SQLException {
    Set<String> remembered =
        Set.copyOf(
            stage
                .orderDb()
                .texts(
                    """
                    SELECT order_id FROM orders
                    WHERE tenant = ? AND state IN ('COMPENSATING', 'REFUNDED')\
                    """,
                    stage.tenant()));
    return accepted.stream().filter(orderId -> !remembered.contains(orderId)).count();
  }

  private void ask() {
    while (!stopping) {
      try {
        String orderId = confirmed();
        if (orderId != null && isAccepted(orderId)) accepted.add(orderId);
      } catch (SQLException | IOException away) {
        // The order is still there when both are back.
      }
      rest();
    }
  }

  private String confirmed() throws SQLException {
    return stage
        .orderDb()
        .text(
            "SELECT order_id FROM orders WHERE tenant = ? AND state = 'CONFIRMED' LIMIT 1",
            stage.tenant());
  }

  private boolean isAccepted(String orderId) throws IOException {
    try (HttpConnection http =
        new HttpConnection(stage.target(Chain.ORDER_SERVICE).address(), ANSWER_WITHIN)) {
      return http.post(
                  "/orders/" + orderId + "/refund",
                  stage.authorization() + "Idempotency-Key: refund-" + orderId + "\r\n",
                  "")
              .status()
          == 202;
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
