package dev.orderchain.order.placing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.order.idempotency.IdempotencyKey;
import dev.orderchain.order.idempotency.OnceHeaders;
import dev.orderchain.order.orders.OrderIds;
import dev.orderchain.order.outbox.TraceParent;
import dev.orderchain.order.request.OrderRequest;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Idempotency row, order, outbox row and stock: all of them or none. */
@QuarkusTest
class OneTransactionIT extends OnRealServers {
  @Inject PlaceOrder placeOrder;

  /** An outbox row with this event id is already there, so the fact would be told twice. */
  @Test
  void plantedEventLeavesEverythingAsItWas() {
    String orderId = OrderIds.next();
    String sku = newSku(10);
    execute(
        """
        INSERT INTO outbox
          (event_id, aggregate_id, aggregate_version, event_type, payload, traceparent)
        VALUES (?, ?, 1, 'Planted', '{"planted": true}', '-')
        """,
        orderId + ":1",
        orderId);
    Rows before = rows();
    String planted = planted(orderId);

    assertThrows(RuntimeException.class, () -> placeOrder.place(request(sku, 1), orderId));

    assertEquals(before, rows());
    assertEquals(planted, planted(orderId));
  }

  /** Stock is taken last, so everything else has been written when it runs out. */
  @Test
  void shortageLeavesEverythingAsItWas() {
    String sku = newSku(2);
    Rows before = rows();
    assertEquals(new Placement.OutOfStock(), placeOrder.place(request(sku, 3)));
    assertEquals(before, rows());
  }

  @Test
  void refusedKeyMayBeUsedAgain() {
    String key = newKey();
    String sku = newSku(2);
    assertEquals(409, place(key, body(sku, 3)).statusCode());
    execute("UPDATE stock SET supplied = 3, available = 3 WHERE sku = ?", sku);
    assertEquals(201, place(key, body(sku, 3)).statusCode());
  }

  @Test
  void unknownSkuIsRefusedAndNothingWritten() {
    Rows before = rows();
    assertEquals(404, place(newKey(), body("no-such-sku", 1)).statusCode());
    assertEquals(before, rows());
  }

  @Test
  void stockNeverGoesBelowZero() {
    String sku = newSku(5);
    assertEquals(201, place(newKey(), body(sku, 5)).statusCode());
    assertEquals(409, place(newKey(), body(sku, 1)).statusCode());
    assertEquals(0, number("SELECT available FROM stock WHERE sku = ?", sku));
  }

  private static String planted(String orderId) {
    return text(
        "SELECT JSON_ARRAY(id, event_type, state, payload, created_at) FROM outbox"
            + " WHERE event_id = ?",
        orderId + ":1");
  }

  private static PlaceOrder.Request request(String sku, int quantity) {
    byte[] body = body(sku, quantity).getBytes(StandardCharsets.UTF_8);
    return new PlaceOrder.Request(
        "acme",
        new OnceHeaders(new IdempotencyKey(newKey()), Duration.ofSeconds(10)),
        OrderRequest.parse(body),
        TraceParent.of(null));
  }
}
