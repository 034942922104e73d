package dev.orderchain.notification.coupon;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.notification.Sample;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class CouponsHttpIT extends OnCoupons {
  @Test
  void aCouponIsUsedOnceAndTheAnswerIsTheSameAgain() {
    Sample confirmed = confirmation();
    receive(confirmed);
    as("acme")
        .get("/coupons?orderId=" + confirmed.orderId)
        .then()
        .statusCode(200)
        .body("coupons", hasSize(1))
        .body("coupons[0].code", equalTo(codes(confirmed).getFirst()))
        .body("coupons[0].state", equalTo("ISSUED"))
        .body("coupons[0].issuedAt", notNullValue())
        .body("coupons[0].usedAt", nullValue());

    Response first = use("acme", codes(confirmed).getFirst());
    Response again = use("acme", codes(confirmed).getFirst());

    first
        .then()
        .statusCode(200)
        .contentType("application/json")
        .body("orderId", equalTo(confirmed.orderId))
        .body("state", equalTo("USED"))
        .body("usedAt", notNullValue())
        .body("revokedAt", nullValue());
    assertEquals(200, again.statusCode());
    assertEquals(first.asString(), again.asString());
  }

  @Test
  void aRevokedCouponIsRefused() {
    Sample confirmed = confirmation();
    receive(confirmed, refundOf(confirmed));

    assertRefused(409, "coupon-revoked", use("acme", codes(confirmed).getFirst()));
    as("acme")
        .get("/coupons?orderId=" + confirmed.orderId)
        .then()
        .body("coupons[0].state", equalTo("REVOKED"))
        .body("coupons[0].revokedAt", notNullValue());
  }

  @Test
  void anotherTenantsCouponIsNotThereAndIsNotUsed() {
    Sample confirmed = confirmation();
    receive(confirmed);
    String code = codes(confirmed).getFirst();

    assertRefused(404, "not-found", use("ACME", code));
    assertRefused(404, "not-found", use("acme", code.toLowerCase()));
    assertRefused(404, "not-found", use("acme", "0000-0000-0000-0000"));
    assertRefused(404, "not-found", use("acme", "%00%F0%9F%8D%B5"));
    as("ACME")
        .get("/coupons?orderId=" + confirmed.orderId)
        .then()
        .statusCode(200)
        .body("coupons", hasSize(0));
    assertEquals(List.of("ISSUED"), states(confirmed));
  }

  @Test
  void anOperatorSeesReviewsPageByPage() {
    long last = number("SELECT COALESCE(MAX(id), 0) FROM coupon_review");
    Sample used = confirmation();
    receive(used);
    use("acme", codes(used).getFirst());
    Sample unheardOf = confirmation();
    receive(refundOf(used), refundOf(unheardOf));

    JsonPath page = reviews("?limit=1&after=" + last);
    assertEquals(List.of("COUPON_USED"), page.getList("reviews.reason"));
    assertEquals(codes(used), page.getList("reviews.code"));
    assertEquals(List.of(used.orderId), page.getList("reviews.orderId"));
    assertEquals(List.of(used.orderId + ":3"), page.getList("reviews.eventId"));
    assertEquals(List.of("acme"), page.getList("reviews.tenant"));
    JsonPath rest = reviews("?after=" + page.getLong("next"));
    assertEquals(List.of("NO_COUPON"), rest.getList("reviews.reason"));
    JsonPath end = reviews("?after=" + rest.getLong("next"));
    assertEquals(List.of(), end.getList("reviews"));

    String metrics = RestAssured.get("/q/metrics").asString();
    double open =
        metrics
            .lines()
            .filter(line -> line.startsWith("coupon_reviews "))
            .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
            .sum();
    assertEquals(number("SELECT COUNT(*) FROM coupon_review"), open);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /coupons, operator, 400, malformed-request",
    "GET, /coupons?orderId=1, operator, 400, malformed-request",
    "GET, /coupons/reviews?limit=0, operator, 400, malformed-request",
    "GET, /coupons/reviews?after=x, operator, 400, malformed-request",
    "GET, /coupons/reviews, shopper, 403, forbidden",
    "GET, /coupons/reviews, , 401, unauthenticated",
    "POST, /coupons/0000-0000-0000-0000/use, , 401, unauthenticated",
    "GET, /coupons/0000-0000-0000-0000/use, shopper, 405, method-not-allowed",
    "POST, /coupons/0000-0000-0000-0000, shopper, 404, not-found",
    "DELETE, /coupons/reviews, operator, 405, method-not-allowed",
  })
  void saysWhatIsWrong(String method, String path, String role, int status, String type) {
    RequestSpecification request = RestAssured.given();
    if (role != null) {
      request.header("Authorization", "Bearer " + TestServers.current().mintToken("acme", role));
    }
    assertRefused(status, type, request.request(method, path));
  }

  @Test
  void aUseWhileTheDatabaseIsAwayCanBeTriedAgain() {
    Sample confirmed = confirmation();
    receive(confirmed);
    link.refuse();
    assertRefused(503, "unavailable", use("acme", codes(confirmed).getFirst()));

    link.heal();
    await().until(() -> use("acme", codes(confirmed).getFirst()).statusCode() == 200);
  }

  private static JsonPath reviews(String query) {
    Response response =
        RestAssured.given()
            .header(
                "Authorization",
                "Bearer " + TestServers.current().mintToken("t-" + UUID.randomUUID(), "operator"))
            .get("/coupons/reviews" + query);
    assertEquals(200, response.statusCode(), response::asString);
    return response.jsonPath();
  }

  private static Response use(String tenant, String code) {
    return as(tenant).urlEncodingEnabled(false).post("/coupons/" + code + "/use");
  }

  private static RequestSpecification as(String tenant) {
    return RestAssured.given()
        .header("Authorization", "Bearer " + TestServers.current().mintToken(tenant, "shopper"));
  }

  private static void assertRefused(int status, String type, Response response) {
    response
        .then()
        .statusCode(status)
        .contentType("application/problem+json")
        .body("type", equalTo("https://order-chain.example/problems/" + type));
  }
}
