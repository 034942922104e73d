package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnCards;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How card orders are asked for, and what nobody else may do to them. */
@QuarkusTest
class CardRequestsIT extends OnCards {
  private static final String PROBLEMS = "https://order-chain.example/problems/";

  @Test
  void replayIsToldTheSame() {
    String sku = newPricedSku(10);
    String key = newKey();
    String body = cardBody(sku, 2, "tok_ok");
    Response first = place(key, body);
    assertEquals(201, first.statusCode(), first.asString());
    awaitState(first.path("orderId"), "CONFIRMED");

    Response again = place(key, body);
    assertEquals(201, again.statusCode());
    assertEquals("true", again.header("Idempotency-Replayed"));
    assertEquals(first.asString(), again.asString());
    assertEquals("8/0/2", pieces(sku));
    assertEquals(422, place(key, cardBody(sku, 2, "tok_slow")).statusCode());
    assertEquals(422, place(key, body(sku, 2)).statusCode());
    assertEquals(1, number("SELECT COUNT(*) FROM orders WHERE sku = ?", sku));
  }

  @Test
  void orderKeepsThePriceThatItWasPlacedAt() {
    String sku = newPricedSku(10);
    String orderId = placeByCard(sku, "tok_ok");
    execute("UPDATE product SET price_cents = 1 WHERE sku = ?", sku);
    Response order = acme().get("/orders/" + orderId);
    assertEquals(PRICE, order.jsonPath().getLong("amountCents"));
    assertEquals("EUR", order.path("currency"));
    assertEquals("CARD", order.path("payment"));
  }

  @Test
  void tooFewPiecesLeaveNothingBehind() {
    String sku = newPricedSku(1);
    Response refused = place(newKey(), cardBody(sku, 2, "tok_ok"));
    assertEquals(409, refused.statusCode());
    assertEquals(PROBLEMS + "out-of-stock", refused.path("type"));
    assertEquals("1/0/0", pieces(sku));
    assertEquals(0, number("SELECT COUNT(*) FROM orders WHERE sku = ?", sku));
    assertEquals(0, number("SELECT COUNT(*) FROM reservation WHERE sku = ?", sku));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "\"tok_ok\"",
        "[]",
        "{}",
        "{\"token\":null}",
        "{\"token\":7}",
        "{\"token\":\"\"}",
        "{\"token\":\"tok ok\"}",
        "{\"token\":\"tök\"}",
        "{\"token\":\"tok_ok\",\"amountCents\":1}",
        "{\"token\":\"tok_ok\",\"token\":\"tok_ok\"}",
        "{\"Token\":\"tok_ok\"}"
      })
  void malformedPaymentIsRefused(String payment) {
    String sku = newPricedSku(1);
    Response refused =
        place(newKey(), "{\"sku\":\"%s\",\"quantity\":1,\"payment\":%s}".formatted(sku, payment));
    assertEquals(400, refused.statusCode(), refused.asString());
    assertEquals(PROBLEMS + "malformed-body", refused.path("type"));
    assertEquals("1/0/0", pieces(sku));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "300001", "-1", "1.5", "1e3", "soon", "", "1 000", "99999999999"})
  void malformedTimeIsRefused(String time) {
    Response refused =
        acme()
            .header("Idempotency-Key", newKey())
            .header("Request-Timeout-Ms", time)
            .contentType("application/json")
            .body(cardBody(newPricedSku(1), 1, "tok_ok"))
            .post("/orders");
    assertEquals(400, refused.statusCode(), refused.asString());
    assertEquals(PROBLEMS + "malformed-request", refused.path("type"));
  }

  /** The stock is locked by another; without a time the answer would come after 10 seconds. */
  @Test
  void answerComesWithinTheTimeThatTheClientHas() throws SQLException {
    String sku = newPricedSku(1);
    try (Connection other = connect()) {
      other.setAutoCommit(false);
      prepare(other, "SELECT 1 FROM stock WHERE sku = ? FOR UPDATE", sku).executeQuery();
      Response late =
          acme()
              .header("Idempotency-Key", newKey())
              .header("Request-Timeout-Ms", "200")
              .contentType("application/json")
              .body(cardBody(sku, 1, "tok_ok"))
              .post("/orders");
      assertEquals(503, late.statusCode(), late.asString());
      assertEquals(PROBLEMS + "unavailable", late.path("type"));
      assertTrue(late.timeIn(TimeUnit.SECONDS) < 8, () -> late.time() + " ms");
      other.rollback();
    }
    assertEquals(0, number("SELECT COUNT(*) FROM orders WHERE sku = ?", sku));
  }

  @Test
  void coordinatorElsewhereHasNoSayOverTheOrdersOwnReservation() {
    String sku = newPricedSku(1);
    String orderId = placeByCard(sku, "tok_receipt_only");
    String path = "/reservations/" + orderId + "/stock";
    assertOwn(coordinator().post(path + "/cancel"));
    assertOwn(coordinator().post(path + "/confirm"));
    assertOwn(coordinator().contentType("application/json").body(body(sku, 1)).put(path));
    assertEquals("RESERVED", reservation(orderId));
    assertEquals("RESERVED", coordinator().get(path).path("state"));
    assertEquals("0/1/0", pieces(sku));
  }

  private static void assertOwn(Response refused) {
    assertEquals(409, refused.statusCode(), refused.asString());
    assertEquals(PROBLEMS + "own-branch", refused.path("type"));
  }

  private static RequestSpecification coordinator() {
    return RestAssured.given()
        .header(
            "Authorization", "Bearer " + TestServers.current().mintToken("acme", "coordinator"));
  }
}
