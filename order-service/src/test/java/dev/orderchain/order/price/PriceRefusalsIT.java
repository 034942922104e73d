package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no change of a price is told so, as a problem document, and leaves no trace. */
@QuarkusTest
class PriceRefusalsIT extends OnPrices {
  private static final String BODY = "{\"priceCents\":750}";

  private final String sku = newSku(10);
  private String before;

  @BeforeEach
  void look() {
    before = allWritten();
  }

  @AfterEach
  void nothingIsWritten() {
    assertEquals(before, allWritten());
    assertEquals("1:500 of 1:500 events 0", written(sku));
    assertProduct(1, 500, read(sku));
  }

  @Test
  void onlyAnOperatorChangesPrices() {
    assertProblem(401, "unauthenticated", put(RestAssured.given(), "\"1\"", BODY));
    assertProblem(
        401,
        "unauthenticated",
        put(RestAssured.given().header("Authorization", "Bearer x"), "\"1\"", BODY));
    assertProblem(403, "forbidden", put(acme(), "\"1\"", BODY));
    assertProblem(403, "forbidden", put(token("coordinator"), "\"1\"", BODY));
  }

  private static RequestSpecification token(String role) {
    return RestAssured.given()
        .header("Authorization", "Bearer " + TestServers.current().mintToken("ops", role));
  }

  private Response put(RequestSpecification caller, String ifMatch, String body) {
    return caller
        .header("If-Match", ifMatch)
        .contentType("application/json")
        .body(body)
        .put("/products/" + sku);
  }

  @Test
  void withoutTheVersionThatWasSeenIs428() {
    assertProblem(428, "precondition-required", operator().body(BODY).put("/products/" + sku));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        "W/\"1\"",
        "\"1\", \"2\"",
        "\"1\",",
        "1",
        "\"1",
        "\"0\"",
        "\"-1\"",
        "\"01\"",
        "\"1.0\"",
        "\"one\"",
        "\"\"",
        "\"1000000000\"",
        "\"99999999999999999999\""
      })
  void whatIsNoVersionIs400(String ifMatch) {
    assertProblem(400, "malformed-request", put(operator(), ifMatch, BODY));
  }

  @Test
  void twoVersionsAre400() {
    assertProblem(
        400, "malformed-request", put(operator().header("If-Match", "\"1\""), "\"1\"", BODY));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 999_999_999})
  void anotherVersionIs412WithTheOneThatIsThere(int seen) {
    Response stale = change(sku, seen, 750);
    assertProblem(412, "stale-version", stale);
    assertEquals("\"1\"", stale.header("ETag"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "750",
        "[]",
        "[{\"priceCents\":750}]",
        "{}",
        "{",
        "{\"priceCents\":750",
        "{\"priceCents\":null}",
        "{\"priceCents\":0}",
        "{\"priceCents\":-1}",
        "{\"priceCents\":1000000}",
        "{\"priceCents\":9223372036854775808}",
        "{\"priceCents\":7.5}",
        "{\"priceCents\":750.0}",
        "{\"priceCents\":1e2}",
        "{\"priceCents\":\"750\"}",
        "{\"priceCents\":true}",
        "{\"priceCents\":[750]}",
        "{\"pricecents\":750}",
        "{\"priceCents\":750,\"priceCents\":750}",
        "{\"priceCents\":750,\"\\u0070riceCents\":750}",
        "{\"priceCents\":750,\"currency\":\"EUR\"}",
        "{\"priceCents\":750,\"version\":2}",
        "{\"priceCents\":750} {}"
      })
  void whatIsNoPriceIs400(String body) {
    assertProblem(400, "malformed-body", put(operator(), "\"1\"", body));
  }

  @Test
  void bodyOver1KiBIs413() {
    assertProblem(
        413, "body-too-large", put(operator(), "\"1\"", " ".repeat(1025 - BODY.length()) + BODY));
    assertProblem(413, "body-too-large", put(operator(), "\"1\"", " ".repeat(5_000_000)));
  }

  @Test
  void otherMediaTypesAre415() {
    Response text =
        operator()
            .contentType("text/plain")
            .header("If-Match", "\"1\"")
            .body(BODY)
            .put("/products/" + sku);
    assertProblem(415, "unsupported-media-type", text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "x", "1.5", "-1", "300001"})
  void whatIsNoTimeIs400(String timeout) {
    assertProblem(
        400,
        "malformed-request",
        put(operator().header("Request-Timeout-Ms", timeout), "\"1\"", BODY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "201", "999", "1000", "-1", "1.5", "x", " 1", "１"})
  void whatIsNoLimitIs400(String limit) {
    assertProblem(
        400, "malformed-request", RestAssured.given().queryParam("limit", limit).get("/products"));
  }

  @Test
  void otherMethodsAre405() {
    assertProblem(405, "method-not-allowed", operator().body(BODY).post("/products/" + sku));
    assertProblem(405, "method-not-allowed", operator().delete("/products/" + sku));
    assertProblem(405, "method-not-allowed", operator().body(BODY).post("/products"));
  }
}
