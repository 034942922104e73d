package dev.orderchain.order.review;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.orderchain.order.OnCards;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person's word, about what they have seen, within what the facts allow. */
@QuarkusTest
class ReviewIT extends OnCards {
  private static final String PROBLEMS = "https://order-chain.example/problems/";

  @Test
  void wordOnAnotherVersionIsRefused() {
    String orderId = inReview();
    int version = version(orderId);
    assertRefused(409, "review-conflict", review(orderId, version - 1, "REFUNDED"));
    assertRefused(409, "review-conflict", review(orderId, version + 1, "REFUNDED"));
    assertEquals("COMPENSATING", orderState(orderId));
    assertEquals(version, version(orderId));
  }

  @Test
  void wordThatTheFactsRuleOutIsRefused() {
    String orderId = inReview();
    assertRefused(409, "resolution-impossible", review(orderId, version(orderId), "VOIDED"));
    assertRefused(409, "resolution-impossible", review(orderId, version(orderId), "CAPTURED"));
    assertEquals("NEEDS_REVIEW", workflow(orderId, "step"));
  }

  @Test
  void wordIsRecordedWithItsEvidenceAndWhoGaveIt() {
    String orderId = inReview();
    int version = version(orderId);
    Response word = review(orderId, version, "REFUNDED");
    assertEquals(200, word.statusCode(), word.asString());
    assertEquals(version + 1, (int) word.path("version"));
    assertEquals(
        "RESOLVED_REFUNDED by review: the statement of account",
        text(
            "SELECT CONCAT(fact, ' by ', source, ': ', evidence->>'$.evidence')"
                + " FROM workflow_fact WHERE workflow_id = ? AND version = ?",
            workflowId(orderId),
            version + 1));
    assertNotEquals(
        "",
        text(
            "SELECT recorded_by FROM workflow_fact WHERE workflow_id = ? AND version = ?",
            workflowId(orderId),
            version + 1));
    assertRefused(404, "no-review", review(orderId, version + 1, "REFUNDED"));
  }

  @Test
  void retryLooksAgainAndComesBackWhenNothingHasChanged() {
    String orderId = inReview();
    int version = version(orderId);
    assertEquals(200, review(orderId, version, "RETRY").statusCode());
    await()
        .untilAsserted(
            () -> {
              assertEquals("NEEDS_REVIEW", workflow(orderId, "step"));
              assertEquals(1, ledger(orderId).getInt("calls.LOOK_UP"));
            });
    assertRefused(409, "review-conflict", review(orderId, version, "RETRY"));
    assertEquals(1, ledger(orderId).getInt("calls.REFUND"));
  }

  @Test
  void onlyAnOperatorLooksAndDecides() {
    assertEquals(403, acme().get("/reviews").statusCode());
    assertEquals(401, RestAssured.get("/reviews").statusCode());
    Response shopper =
        acme()
            .contentType("application/json")
            .body("{\"version\":1,\"resolution\":\"RETRY\",\"evidence\":\"e\"}")
            .post("/reviews/any");
    assertEquals(403, shopper.statusCode());
  }

  @Test
  void workflowWithoutAReviewIsNotFound() {
    String orderId = placeByCard(newPricedSku(1), "tok_ok");
    awaitState(orderId, "CONFIRMED");
    assertRefused(404, "no-review", review(orderId, version(orderId), "RETRY"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{}",
        "{\"version\":1,\"resolution\":\"RETRY\"}",
        "{\"version\":1,\"resolution\":\"RETRY\",\"evidence\":\" \"}",
        "{\"version\":1,\"resolution\":\"UNDO\",\"evidence\":\"e\"}",
        "{\"version\":1,\"resolution\":0,\"evidence\":\"e\"}",
        "{\"version\":\"1\",\"resolution\":\"RETRY\",\"evidence\":\"e\"}",
        "{\"version\":1.5,\"resolution\":\"RETRY\",\"evidence\":\"e\"}",
        "{\"version\":null,\"resolution\":\"RETRY\",\"evidence\":\"e\"}",
        "{\"resolution\":\"RETRY\",\"evidence\":\"e\"}",
        "{\"version\":1,\"resolution\":\"RETRY\",\"evidence\":\"e\",\"more\":1}"
      })
  void malformedWordIsRefused(String body) {
    assertRefused(400, "malformed-body", operator().body(body).post("/reviews/any"));
  }

  /** Its refund was declined. */
  private static String inReview() {
    String orderId = placeByCard(newPricedSku(1), "tok_refund_declined");
    awaitState(orderId, "CONFIRMED");
    assertEquals(202, refund(orderId, newKey()).statusCode());
    awaitStep(orderId, "NEEDS_REVIEW");
    return orderId;
  }

  private static void assertRefused(int status, String type, Response answer) {
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals(PROBLEMS + type, answer.path("type"));
  }
}
