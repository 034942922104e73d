package dev.orderchain.order.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.orderchain.order.OnRealServers;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** How long a key is remembered, on the database's clock. */
@QuarkusTest
class RetentionIT extends OnRealServers {
  @Inject PurgeIdempotency purge;

  @Test
  void keyIsRememberedForItsRetention() {
    String key = newKey();
    place(key, body(newSku(1), 1));
    assertEquals(
        30 * 24 * 3600,
        number(
            "SELECT TIMESTAMPDIFF(SECOND, created_at, expires_at) FROM order_idempotency"
                + " WHERE idempotency_key = ?",
            key));
  }

  @Test
  void oneSecondBeforeExpiryItIsAReplay() {
    String key = newKey();
    String sku = newSku(9);
    String first = place(key, body(sku, 1)).path("orderId");
    // Generous to a slow machine: the second that must not pass is counted from here.
    expire(key, 30);
    purge.purge();
    assertEquals(first, place(key, body(sku, 1)).path("orderId"));
    assertEquals(422, place(key, body(sku, 2)).statusCode());
  }

  @Test
  void oneSecondAfterExpiryItIsANewRequest() {
    String key = newKey();
    String sku = newSku(9);
    String first = place(key, body(sku, 1)).path("orderId");
    expire(key, -1);
    String second = place(key, body(sku, 1)).path("orderId");
    assertNotEquals(first, second);
    assertEquals(second, place(key, body(sku, 1)).path("orderId"));

    expire(key, -1);
    assertEquals(201, place(key, body(sku, 2)).statusCode());
    assertEquals(5, number("SELECT available FROM stock WHERE sku = ?", sku));
  }

  @Test
  void purgeRemovesWhatIsExpiredAndNothingElse() {
    String kept = newKey();
    String expired = newKey();
    String sku = newSku(9);
    place(kept, body(sku, 1));
    place(expired, body(sku, 1));
    expire(kept, 3600);
    expire(expired, -1);
    purge.purge();
    assertEquals(1, count(kept));
    assertEquals(0, count(expired));
  }

  private static long count(String key) {
    return number("SELECT COUNT(*) FROM order_idempotency WHERE idempotency_key = ?", key);
  }

  private static void expire(String key, int secondsFromNow) {
    execute(
        "UPDATE order_idempotency SET expires_at = NOW(6) + INTERVAL ? SECOND"
            + " WHERE idempotency_key = ?",
        secondsFromNow,
        key);
  }
}
