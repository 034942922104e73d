package dev.orderchain.order.notice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnCards;
import dev.orderchain.order.orders.OrderIds;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Notices come twice, out of order, before their order, and from who is not the provider. */
@QuarkusTest
class NoticeIT extends OnCards {
  private static final String PROBLEMS = "https://order-chain.example/problems/";

  @Test
  void noticeThatIsNotSignedChangesNothing() {
    String orderId = placeByCard(newPricedSku(1), "tok_ok");
    awaitState(orderId, "CONFIRMED");
    int version = version(orderId);
    String id = newKey();
    String body = notice(id, orderId);
    Response unsigned =
        RestAssured.given().contentType("application/json").body(body).post("/payment-notices");
    assertRefused(401, "bad-signature", unsigned);
    assertRefused(401, "bad-signature", postNotice(body, "sha256=" + "0".repeat(64)));
    String signature = signatureOf(notice(id, OrderIds.next()));
    assertRefused(401, "bad-signature", postNotice(body, signature));
    assertEquals(0, count(id));
    assertEquals(version, version(orderId));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"noticeId\":\"n\"}",
        "{\"paymentKey\":\"pay:1\"}",
        "{\"noticeId\":\"\",\"paymentKey\":\"pay:1\"}",
        "{\"noticeId\":\"n\",\"paymentKey\":\"pay:1\"} x"
      })
  void noticeThatCannotBeReadIsRefused(String body) {
    assertRefused(400, "malformed-body", postNotice(body));
  }

  @Test
  void replayedNoticeIsTakenOnce() {
    String orderId = placeByCard(newPricedSku(1), "tok_ok");
    awaitState(orderId, "CONFIRMED");
    String id = newKey();
    assertEquals(204, postNotice(notice(id, orderId)).statusCode());
    awaitStep(orderId, "DONE");
    int version = version(orderId);
    assertEquals(204, postNotice(notice(id, orderId)).statusCode());
    assertEquals(version, version(orderId));
    assertEquals(1, count(id));
  }

  /** What it says is stale by now; the workflow believes what it finds. */
  @Test
  void reorderedNoticeChangesNothing() {
    String sku = newPricedSku(1);
    String orderId = placeByCard(sku, "tok_ok");
    awaitState(orderId, "CONFIRMED");
    assertEquals(202, refund(orderId, newKey()).statusCode());
    awaitState(orderId, "REFUNDED");
    assertEquals(204, postNotice(notice(newKey(), orderId)).statusCode());
    await().untilAsserted(() -> assertEquals(1, ledger(orderId).getInt("calls.LOOK_UP")));
    awaitStep(orderId, "DONE");
    assertEquals("REFUNDED", orderState(orderId));
    assertEquals("OrderPlaced,OrderConfirmed,OrderRefunded", events(orderId));
    assertEquals("1/0/0", pieces(sku));
    assertEquals(1, ledger(orderId).getInt("calls.REFUND"));
  }

  @Test
  void noticeBeforeItsOrderIsKeptAndAppliedLater() {
    String orderId = OrderIds.next();
    String id = newKey();
    assertEquals(204, postNotice(notice(id, orderId)).statusCode());
    assertEquals("waits", applied(id));

    claimedByHand(orderId, newPricedSku(1), "tok_ok");
    await().untilAsserted(() -> assertEquals("applied", applied(id)));
    assertTrue(facts(orderId).startsWith("NOTICED"), facts(orderId));
    awaitState(orderId, "CONFIRMED");
  }

  @Test
  void noticeOfAPaymentThatIsNotOursIsKept() {
    String id = newKey();
    String body = "{\"noticeId\":\"%s\",\"paymentKey\":\"p1\"}".formatted(id);
    assertEquals(204, postNotice(body).statusCode());
    assertEquals("waits", applied(id));
  }

  /** A person decides about what they have seen: the notice makes it another version. */
  @Test
  void noticeInAReviewIsSeenBeforeItIsDecided() {
    String orderId = placeByCard(newPricedSku(1), "tok_refund_declined");
    awaitState(orderId, "CONFIRMED");
    assertEquals(202, refund(orderId, newKey()).statusCode());
    awaitStep(orderId, "NEEDS_REVIEW");
    int version = version(orderId);
    assertEquals(204, postNotice(notice(newKey(), orderId)).statusCode());
    assertEquals("NEEDS_REVIEW", workflow(orderId, "step"));
    assertTrue(facts(orderId).endsWith("NOTICED"), facts(orderId));
    assertRefused(409, "review-conflict", review(orderId, version, "REFUNDED"));
    assertEquals(200, review(orderId, version + 1, "REFUNDED").statusCode());
  }

  private static String signatureOf(String body) {
    return Signature.of(body.getBytes(UTF_8), TestServers.current().keys().noticeSecret());
  }

  private static long count(String noticeId) {
    return number("SELECT COUNT(*) FROM payment_notice WHERE notice_id = ?", noticeId);
  }

  private static String applied(String noticeId) {
    return text(
        "SELECT IF(applied_at IS NULL, 'waits', 'applied') FROM payment_notice"
            + " WHERE notice_id = ?",
        noticeId);
  }

  private static void assertRefused(int status, String type, Response answer) {
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals(PROBLEMS + type, answer.path("type"));
  }
}
