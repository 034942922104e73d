package dev.orderchain.order;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.testbed.TestServers;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What the tests of card orders share: orders with a token, their rows, the provider's ledger. */
public abstract class OnCards extends OnRealServers {
  protected static final long PRICE = 700;

  /** A product that costs {@link #PRICE}. */
  protected static String newPricedSku(long supplied) {
    String sku = newSku(supplied);
    execute("UPDATE product SET price_cents = ? WHERE sku = ?", PRICE, sku);
    return sku;
  }

  protected static String cardBody(String sku, int quantity, String token) {
    return "{\"sku\":\"%s\",\"quantity\":%d,\"payment\":{\"token\":\"%s\"}}"
        .formatted(sku, quantity, token);
  }

  /** Places an order of one piece by card, and returns its id. */
  protected static String placeByCard(String sku, String token) {
    Response response = place(newKey(), cardBody(sku, 1, token));
    assertEquals(201, response.statusCode(), response.asString());
    assertEquals("PENDING", response.path("state"));
    return response.path("orderId");
  }

  protected static void awaitState(String orderId, String state) {
    await().untilAsserted(() -> assertEquals(state, orderState(orderId)));
  }

  protected static void awaitStep(String orderId, String step) {
    await().untilAsserted(() -> assertEquals(step, workflow(orderId, "step")));
  }

  protected static String orderState(String orderId) {
    return text("SELECT state FROM orders WHERE order_id = ?", orderId);
  }

  protected static String workflow(String orderId, String column) {
    return text("SELECT " + column + " FROM workflow WHERE order_id = ?", orderId);
  }

  protected static String reservation(String orderId) {
    return text(
        "SELECT state FROM reservation WHERE order_id = ? AND branch_id = 'stock'", orderId);
  }

  protected static String workflowId(String orderId) {
    return workflow(orderId, "workflow_id");
  }

  /** Types of an order's events, in the order of their versions. */
  protected static String events(String orderId) {
    return text(
        "SELECT GROUP_CONCAT(event_type ORDER BY aggregate_version) FROM outbox"
            + " WHERE aggregate_id = ?",
        orderId);
  }

  /** available/reserved/sold. */
  protected static String pieces(String sku) {
    return text("SELECT CONCAT_WS('/', available, reserved, sold) FROM stock WHERE sku = ?", sku);
  }

  /** What the provider has of an order's payment: the truth, also what look-up does not find. */
  protected static JsonPath ledger(String orderId) {
    return JsonPath.from(
        TestServers.current().paymentProvider().ledger("pay:" + orderId).toString());
  }

  protected static String paid(String orderId) {
    return ledger(orderId).getString("payments[0].state");
  }

  protected static RequestSpecification operator() {
    return RestAssured.given()
        .header(
            "Authorization", "Bearer " + TestServers.current().mintToken("backoffice", "operator"))
        .contentType("application/json");
  }

  protected static Response refund(String orderId, String key) {
    return acme().header("Idempotency-Key", key).post("/orders/" + orderId + "/refund");
  }

  protected static Response review(String orderId, int version, String resolution) {
    return operator()
        .body(
            "{\"version\":%d,\"resolution\":\"%s\",\"evidence\":\"the statement of account\"}"
                .formatted(version, resolution))
        .post("/reviews/" + workflowId(orderId));
  }

  protected static int version(String orderId) {
    return Integer.parseInt(workflow(orderId, "version"));
  }

  /** What was learned, in its order. */
  protected static String facts(String orderId) {
    return text(
        "SELECT GROUP_CONCAT(fact ORDER BY version SEPARATOR '; ') FROM workflow_fact"
            + " WHERE workflow_id = ?",
        workflowId(orderId));
  }

  /** What the provider would post, that the payment was captured after all. */
  protected static String notice(String noticeId, String orderId) {
    return "{\"noticeId\":\"%s\",\"paymentKey\":\"pay:%s\",\"state\":\"CAPTURED\"}"
        .formatted(noticeId, orderId);
  }

  protected static Response postNotice(String body) {
    return postNotice(body, "sha256=" + hmac(body));
  }

  protected static Response postNotice(String body, String signature) {
    return RestAssured.given()
        .contentType("application/json")
        .header("Provider-Signature", signature)
        .body(body)
        .post("/payment-notices");
  }

  private static String hmac(String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      String secret = TestServers.current().keys().noticeSecret();
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * A card order of one piece as a driver left it that has claimed it and died, or is only slow:
   * nothing is due before {@link #leaseIsOver}.
   */
  protected static String claimedByHand(String orderId, String sku, String token) {
    execute(
        "INSERT INTO orders (order_id, tenant, sku, quantity, state, payment, price_cents, version)"
            + " VALUES (?, 'acme', ?, 1, 'PENDING', 'CARD', ?, 1)",
        orderId,
        sku,
        PRICE);
    execute(
        "INSERT INTO reservation"
            + " (order_id, branch_id, state, version, sku, quantity, request_hash, deadline)"
            + " VALUES (?, 'stock', 'RESERVED', 1, ?, 1, REPEAT('h', 32), NOW(6) + INTERVAL 30 SECOND)",
        orderId,
        sku);
    execute(
        "UPDATE stock SET available = available - 1, reserved = reserved + 1 WHERE sku = ?", sku);
    execute(
        """
        INSERT INTO workflow
          (workflow_id, order_id, input_hash, amount_cents, currency, card_token, traceparent,
           decide_by, deadline, due_at, lease_until, claim_id, version)
        VALUES (UUID(), ?, REPEAT('h', 32), ?, 'EUR', ?, ?, NOW(6) + INTERVAL 30 SECOND,
                NOW(6) + INTERVAL 90 SECOND, NOW(6) + INTERVAL 1 HOUR, NOW(6) + INTERVAL 1 HOUR,
                REPEAT('A', 16), 2)
        """,
        orderId,
        PRICE,
        token,
        "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    return orderId;
  }

  protected static void leaseIsOver(String orderId) {
    execute(
        "UPDATE workflow SET lease_until = NOW(6), due_at = NOW(6) WHERE order_id = ?", orderId);
  }
}
