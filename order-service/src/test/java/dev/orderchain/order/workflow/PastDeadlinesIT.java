package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnCards;
import dev.orderchain.order.orders.OrderIds;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Orders that nobody can decide about in time, with times that a test can wait for. */
@QuarkusTest
@TestProfile(PastDeadlinesIT.Short.class)
class PastDeadlinesIT extends OnCards {
  public static class Short implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("order.card.decide-within", "2s", "order.card.review-after", "8s");
    }
  }

  @Test
  void paymentThatIsNeverAnsweredIsCancelledInTimeAndThenReviewed() {
    String sku = newPricedSku(3);
    String orderId = placeByCard(sku, "tok_receipt_only");
    awaitState(orderId, "CANCELLED");
    assertEquals("3/0/0", pieces(sku));
    assertNotEquals("DONE", workflow(orderId, "step"));
    await().untilAsserted(() -> assertTrue(gauge("workflow_oldest_unknown_seconds") > 0));

    awaitStep(orderId, "NEEDS_REVIEW");
    assertEquals("UNKNOWN", workflow(orderId, "payment"));
    assertEquals("AUTHORISED", paid(orderId));
    assertTrue(ledger(orderId).getInt("calls.VOID") >= 1);
    assertEquals("OrderPlaced,OrderCancelled", events(orderId));
    JsonPath reviews = operator().get("/reviews").jsonPath();
    Map<String, Object> review =
        reviews.getMap("reviews.find { it.orderId == '%s' }".formatted(orderId));
    assertEquals("CANCEL", review.get("decision"));
    assertEquals("UNKNOWN", review.get("payment"));
    List<String> facts =
        reviews.getList("reviews.find { it.orderId == '%s' }.facts.fact".formatted(orderId));
    assertTrue(facts.contains("OUT_OF_TIME, decided CANCEL"), facts::toString);
    assertTrue(facts.contains("DEADLINE"), facts::toString);
    await().untilAsserted(() -> assertTrue(gauge("reviews_open") >= 1));
    await()
        .untilAsserted(
            () -> assertTrue(gauge("workflows{decision=\"CANCEL\",step=\"NEEDS_REVIEW\"}") >= 1));

    int version = version(orderId);
    assertEquals(200, review(orderId, version, "VOIDED").statusCode());
    assertEquals("DONE", workflow(orderId, "step"));
    assertEquals("CANCELLED", orderState(orderId));
    assertEquals(
        "review",
        text(
            "SELECT source FROM workflow_fact WHERE workflow_id = ? AND version = ?",
            workflowId(orderId),
            version + 1));
  }

  @Test
  void paymentAfterTheVoidIsRefundedAndTheOrderStaysCancelled() {
    String sku = newPricedSku(3);
    String orderId = placeByCard(sku, "tok_paid_after_void");
    awaitStep(orderId, "DONE");
    assertEquals("CANCELLED", orderState(orderId));
    assertEquals("VOIDED", workflow(orderId, "payment"));
    await().untilAsserted(() -> assertEquals("CAPTURED", paid(orderId)));

    String notice = notice(newKey(), orderId);
    assertEquals(204, postNotice(notice).statusCode());
    await().untilAsserted(() -> assertEquals("REFUNDED", workflow(orderId, "refund")));
    awaitStep(orderId, "DONE");
    assertEquals("CANCELLED", orderState(orderId));
    assertEquals("3/0/0", pieces(sku));
    assertEquals("OrderPlaced,OrderCancelled", events(orderId));
    JsonPath ledger = ledger(orderId);
    assertEquals(PRICE, ledger.getLong("payments[0].capturedCents"));
    assertEquals(PRICE, ledger.getLong("payments[0].refundedCents"));
    assertEquals(1, ledger.getInt("calls.REFUND"));

    int version = version(orderId);
    assertEquals(204, postNotice(notice).statusCode());
    assertEquals(version, version(orderId));
    assertEquals(1, ledger(orderId).getInt("calls.REFUND"));
  }

  @Test
  void reservationsPastTheirDeadlineAreCounted() {
    String orderId = claimedByHand(OrderIds.next(), newPricedSku(1), "tok_ok");
    execute("UPDATE reservation SET deadline = NOW(6) WHERE order_id = ?", orderId);
    assertTrue(pastDeadline() >= 1);
    await().until(() -> gauge("reservations_past_deadline") == pastDeadline());
    execute("UPDATE workflow SET decide_by = NOW(6) WHERE order_id = ?", orderId);
    leaseIsOver(orderId);
    awaitStep(orderId, "DONE");
    assertEquals("CANCELLED", reservation(orderId));
    await().until(() -> gauge("reservations_past_deadline") == pastDeadline());
  }

  private static long pastDeadline() {
    return number(
        "SELECT COUNT(*) FROM reservation WHERE state = 'RESERVED' AND deadline <= NOW(6)");
  }

  @Test
  void metricsAreThereAlsoWhenAllIsWell() {
    String metrics = RestAssured.get("/q/metrics").asString();
    for (String name :
        List.of(
            "workflow_oldest_unknown_seconds",
            "reviews_open",
            "reservations_past_deadline",
            "compensation_failures_total",
            "workflow_fenced_total")) {
      assertTrue(metrics.contains("\n" + name), name);
    }
  }

  private static double gauge(String name) {
    Matcher line =
        Pattern.compile("^" + Pattern.quote(name) + "(?:\\{[^}]*})? (\\S+)$", Pattern.MULTILINE)
            .matcher(RestAssured.get("/q/metrics").asString());
    assertTrue(line.find(), name);
    return Double.parseDouble(line.group(1));
  }
}
