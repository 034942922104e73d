package dev.orderchain.order.credit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a limit lets through, and its calls. */
@QuarkusTest
class CreditLimitIT extends OnCredit {
  @Test
  void ordersUpToTheLimitExactlyAndNoCentMore() {
    String sku = newPricedSku(10);
    String tenant = newTenant(3 * PRICE);
    assertPlaced(placeFor(tenant, sku, 1));
    assertPlaced(placeFor(tenant, sku, 2));
    assertEquals(3 * PRICE, used(tenant));
    assertExceeded(placeFor(tenant, sku, 1));
    assertExceeded(placeFor(newTenant(PRICE - 1), sku, 1));
    assertLimit(3 * PRICE, 3 * PRICE, limit(tenant));
  }

  @Test
  void whatIsRefusedLeavesNothingAndIsJudgedAnew() {
    String sku = newPricedSku(10);
    String tenant = newTenant(PRICE);
    String key = newKey();
    Rows before = rows();
    assertExceeded(placeFor(tenant, key, body(sku, 2)));
    assertEquals(before, rows());

    setLimit(tenant, 2 * PRICE);
    assertPlaced(placeFor(tenant, key, body(sku, 2)));
  }

  @Test
  void replayIsNoNewOrder() {
    String sku = newPricedSku(10);
    String tenant = newTenant(PRICE);
    String key = newKey();
    Response first = placeFor(tenant, key, body(sku, 1));
    assertPlaced(first);
    assertEquals(first.asString(), placeFor(tenant, key, body(sku, 1)).asString());
    setLimit(tenant, 0);
    assertEquals(first.asString(), placeFor(tenant, key, body(sku, 1)).asString());
  }

  @Test
  void orderKeepsThePriceItCountsWith() {
    String sku = newPricedSku(10);
    String tenant = newTenant(3 * PRICE);
    assertPlaced(placeFor(tenant, sku, 1));
    execute("UPDATE product SET price_cents = ? WHERE sku = ?", 2 * PRICE, sku);
    assertLimit(3 * PRICE, PRICE, limit(tenant));
    assertPlaced(placeFor(tenant, sku, 1));
    assertLimit(3 * PRICE, 3 * PRICE, limit(tenant));
  }

  @Test
  void cardOrdersDoNotCount() {
    String sku = newPricedSku(10);
    String tenant = newTenant(0);
    Response placed = placeFor(tenant, newKey(), cardBody(sku, 1, "tok_ok"));
    assertPlaced(placed);
    assertLimit(0, 0, limit(tenant));
    awaitState(placed.path("orderId"), "CONFIRMED");
    assertLimit(0, 0, limit(tenant));
    assertExceeded(placeFor(tenant, sku, 1));
  }

  @Test
  void tenantWithoutALimitHasNone() {
    String sku = newPricedSku(10_000);
    String tenant = newTenant();
    assertPlaced(placeFor(tenant, sku, 10_000));
    assertProblem(404, "no-credit-limit", limit(tenant));
  }

  @Test
  void limitCanBeSetChangedAndRemovedAgainAndAgain() {
    String sku = newPricedSku(10);
    String tenant = newTenant();
    assertPlaced(placeFor(tenant, sku, 2));
    for (int time = 0; time < 2; time++) {
      assertLimit(PRICE, 2 * PRICE, setLimit(tenant, PRICE));
      assertExceeded(placeFor(tenant, sku, 1));
    }
    assertLimit(Long.MAX_VALUE, 2 * PRICE, setLimit(tenant, Long.MAX_VALUE));
    assertPlaced(placeFor(tenant, sku, 1));
    setLimit(tenant, 0);
    for (int time = 0; time < 2; time++) {
      assertEquals(204, operator().delete("/credit-limits/{tenant}", tenant).statusCode());
      assertProblem(404, "no-credit-limit", limit(tenant));
    }
    assertPlaced(placeFor(tenant, sku, 1));
  }

  @Test
  void tenantsAreComparedByteForByte() {
    String sku = newPricedSku(10);
    String tenant = newTenant() + " é/?%";
    assertLimit(0, 0, setLimit(tenant, 0));
    assertExceeded(placeFor(tenant, sku, 1));
    assertPlaced(placeFor(tenant.toUpperCase(), sku, 1));
    assertPlaced(placeFor(tenant + " ", sku, 1));
    assertPlaced(placeFor(tenant.replace('é', 'e'), sku, 1));
    assertLimit(0, 0, limit(tenant));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"limitCents\":null}",
        "{\"limitCents\":-1}",
        "{\"limitCents\":1.5}",
        "{\"limitCents\":1e3}",
        "{\"limitCents\":\"1\"}",
        "{\"limitCents\":9223372036854775808}",
        "{\"limitCents\":1,\"limitCents\":2}",
        "{\"limitCents\":1,\"usedCents\":0}",
        "{\"limitCents\":1} 2"
      })
  void malformedLimitIs400AndChangesNothing(String body) {
    String tenant = newTenant(PRICE);
    Response answer = operator().body(body).put("/credit-limits/{tenant}", tenant);
    assertProblem(400, "malformed-body", answer);
    assertLimit(PRICE, 0, limit(tenant));
  }

  @Test
  void whatCannotBeATenantGetsNoLimit() {
    assertLimit(1, 0, setLimit("é".repeat(255), 1));
    assertProblem(400, "malformed-request", setLimit("x".repeat(256), 1));
    assertProblem(
        413,
        "body-too-large",
        operator().body(" ".repeat(2_000)).put("/credit-limits/{tenant}", newTenant()));
  }

  @Test
  void onlyAnOperatorSetsLimits() {
    String tenant = newTenant(PRICE);
    assertProblem(403, "forbidden", as(tenant).get("/credit-limits/{tenant}", tenant));
    assertProblem(403, "forbidden", as(tenant).delete("/credit-limits/{tenant}", tenant));
    assertProblem(401, "unauthenticated", RestAssured.get("/credit-limits/{tenant}", tenant));
    assertLimit(PRICE, 0, limit(tenant));
  }
}
