package dev.orderchain.order.price;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ProductIT extends OnRealServers {
  private static final String OPERATOR = TestServers.current().mintToken("ops", "operator");

  private final String sku = newSku(10);

  private static Response change(String sku, int seen, long cents) {
    return RestAssured.given()
        .header("Authorization", "Bearer " + OPERATOR)
        .header("If-Match", "\"" + seen + "\"")
        .contentType("application/json")
        .body("{\"priceCents\":%d}".formatted(cents))
        .put("/products/" + sku);
  }

  private static Response read(String sku) {
    return RestAssured.get("/products/" + sku);
  }

  @Test
  void isReadFromTheDatabaseOnceAndThenFromTheCache() {
    read(sku)
        .then()
        .statusCode(200)
        .header("Cache-Status", "prices; fwd=miss")
        .header("ETag", "\"1\"")
        .header("Cache-Control", "no-cache")
        .body("sku", equalTo(sku))
        .body("priceCents", equalTo(500))
        .body("currency", equalTo("EUR"))
        .body("version", equalTo(1));
    await().until(() -> read(sku).header("Cache-Status").equals("prices; hit"));
    assertEquals(
        read(sku).jsonPath().getMap(""), read(sku).jsonPath().getMap(""), "the same content");
  }

  @Test
  void aChangeIsReadAtOnce() {
    await().until(() -> read(sku).header("Cache-Status").equals("prices; hit"));
    change(sku, 1, 750)
        .then()
        .statusCode(200)
        .header("ETag", "\"2\"")
        .body("priceCents", equalTo(750))
        .body("version", equalTo(2))
        .body("invalidated", equalTo(true));
    read(sku).then().header("Cache-Status", "prices; fwd=miss").body("priceCents", equalTo(750));
    RestAssured.get("/q/health/ready")
        .then()
        .statusCode(200)
        .body("checks.findAll { it.name == 'price-cache' }.data.state", hasItem("working"));
  }

  @Test
  void theSameChangeAgainIsOneChange() {
    change(sku, 1, 750).then().statusCode(200);
    change(sku, 1, 750)
        .then()
        .statusCode(200)
        .header("Idempotency-Replayed", "true")
        .body("version", equalTo(2));
    change(sku, 1, 800)
        .then()
        .statusCode(412)
        .header("ETag", "\"2\"")
        .body("type", startsWith("https://order-chain.example/problems/stale-version"));
    assertEquals(2, number("SELECT COUNT(*) FROM product_price WHERE sku = ?", sku));
    assertEquals(1, number("SELECT COUNT(*) FROM outbox WHERE aggregate_id = ?", sku));
  }

  @Test
  void anOrderHasThePriceOfTheDatabaseAndItsVersion() {
    read(sku);
    change(sku, 1, 750).then().statusCode(200);
    String order = place(newKey(), body(sku, 2)).then().extract().path("orderId");
    acme()
        .get("/orders/" + order)
        .then()
        .body("priceCents", equalTo(750))
        .body("priceVersion", equalTo(2))
        .body("amountCents", equalTo(1500));
  }
}
