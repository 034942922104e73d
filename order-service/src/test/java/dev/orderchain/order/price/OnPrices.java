package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.WithTestResource;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;

/**
 * What the tests of prices share: products as an operator and everyone else see them. The cache is
 * told in time, however busy the machine is.
 */
@WithTestResource(PatientScripts.class)
abstract class OnPrices extends OnRealServers {
  static final String PROBLEMS = "https://order-chain.example/problems/";

  private static final String OPERATOR = TestServers.current().mintToken("ops", "operator");

  static RequestSpecification operator() {
    return RestAssured.given()
        .header("Authorization", "Bearer " + OPERATOR)
        .contentType("application/json");
  }

  static Response change(String sku, int seen, long cents) {
    return operator()
        .header("If-Match", "\"" + seen + "\"")
        .body("{\"priceCents\":%d}".formatted(cents))
        .put("/products/{sku}", sku);
  }

  static Response read(String sku) {
    return RestAssured.get("/products/{sku}", sku);
  }

  /** Until the cache has it. */
  static void warm(String sku) {
    await().until(() -> read(sku).header("Cache-Status").equals("prices; hit"));
  }

  /** A new product with that price. */
  static String newSku(String sku, long cents) {
    addSku(sku, 10);
    execute("UPDATE product SET price_cents = ? WHERE sku = ?", cents, sku);
    execute("UPDATE product_price SET price_cents = ? WHERE sku = ?", cents, sku);
    return sku;
  }

  /** version:price of each version, and how many events. */
  static String written(String sku) {
    return text(
            """
            SELECT CONCAT(version, ':', price_cents, ' of ', (
              SELECT GROUP_CONCAT(version, ':', price_cents ORDER BY version)
              FROM product_price WHERE sku = p.sku)) FROM product p WHERE sku = ?""",
            sku)
        + " events "
        + number("SELECT COUNT(*) FROM outbox WHERE aggregate_id = ?", sku);
  }

  /** All rows that changing a price writes. */
  static String allWritten() {
    return "%d changes, %d prices, %d events"
        .formatted(
            number("SELECT SUM(version) FROM product"),
            number("SELECT COUNT(*) FROM product_price"),
            number("SELECT COUNT(*) FROM outbox WHERE topic = 'product-events'"));
  }

  static void assertProduct(int version, long cents, Response answer) {
    assertEquals(200, answer.statusCode(), answer.asString());
    assertEquals("\"" + version + "\"", answer.header("ETag"));
    assertEquals(version, answer.jsonPath().getInt("version"), answer.asString());
    assertEquals(cents, answer.jsonPath().getLong("priceCents"), answer.asString());
  }

  static void assertProblem(int status, String type, Response answer) {
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals("application/problem+json", answer.contentType());
    assertEquals(PROBLEMS + type, answer.path("type"));
  }
}
