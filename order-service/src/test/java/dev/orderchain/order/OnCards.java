package dev.orderchain.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.testbed.TestServers;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;

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
}
