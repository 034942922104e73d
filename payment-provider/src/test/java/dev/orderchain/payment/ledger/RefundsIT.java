package dev.orderchain.payment.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.payment.OnOwnLedger;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Never more is given back than was captured, and each refund key gives back once. */
@QuarkusTest
class RefundsIT extends OnOwnLedger {
  @Test
  void sameRefundKeyGivesBackOnce() {
    String key = captured("tok_ok");
    Response first = refund(key, "r1", 1000);
    assertEquals(200, first.statusCode(), first.asString());
    assertEquals("REFUNDED", first.path("outcome"));
    assertEquals(first.asString(), refund(key, "r1", 1000).asString());
    refused(409, "refund-conflict", refund(key, "r1", 999));
    assertEquals(3, received(key, Call.REFUND));
    assertRefunded(1000, key);
  }

  @Test
  void allRefundsTogetherAreNoMoreThanWasCaptured() {
    String key = captured("tok_ok");
    assertEquals(200, refund(key, "r1", 1000).statusCode());
    refused(409, "refund-too-large", refund(key, "r2", 251));
    assertEquals(200, refund(key, "r3", 250).statusCode());
    refused(409, "refund-too-large", refund(key, "r4", 1));
    assertRefunded(1250, key);
    assertEquals(List.of("r1", "r3"), lookUp(key).path("refunds.refundKey"));
  }

  @Test
  void whatIsNotCapturedIsNotGivenBack() {
    String key = newKey();
    refused(409, "not-captured", refund(key, "r1", 1));
    authorise(key, "tok_ok");
    refused(409, "not-captured", refund(key, "r1", 1));
    cancel(key);
    refused(409, "not-captured", refund(key, "r1", 1));
  }

  @Test
  void declinedRefundStaysDeclinedAndTakesNothing() {
    String key = captured("tok_refund_declined");
    refused(402, "refund-declined", refund(key, "r1", 1250));
    refused(402, "refund-declined", refund(key, "r1", 1250));
    assertEquals(List.of("DECLINED"), lookUp(key).path("refunds.outcome"));
    assertRefunded(0, key);
  }

  @Test
  void lostAnswerOfARefundIsARefund() {
    String key = captured("tok_refund_answer_lost");
    String path = "/payments/" + key + "/refunds/r1";
    assertEquals("", bytesOfAnswer("PUT", path, "{\"amountCents\":1250}"));
    assertEquals(List.of("REFUNDED"), lookUp(key).path("refunds.outcome"));
    assertEquals(200, refund(key, "r1", 1250).statusCode());
    assertRefunded(1250, key);
  }

  @Test
  void refundsOfOnePaymentAreBounded() {
    String key = captured("tok_refund_declined");
    for (int i = 0; i < Refunds.MOST; i++) {
      refund(key, "r" + i, 1);
    }
    Response oneMore = refund(key, "one-more", 1);
    refused(409, "refund-too-large", oneMore);
    assertTrue(oneMore.<String>path("detail").contains("0 more refunds"), oneMore.asString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"amountCents\":0}", "{\"amountCents\":1,\"why\":\"x\"}"})
  void badRefundIsAProblem(String body) {
    refused(400, "malformed-request", json(body).put("/payments/k/refunds/r"));
  }

  private static String captured(String token) {
    String key = newKey();
    assertEquals(200, authorise(key, token).statusCode());
    assertEquals(200, capture(key).statusCode());
    return key;
  }

  private static void assertRefunded(int cents, String key) {
    assertEquals(cents, lookUp(key).<Integer>path("refundedCents"));
    assertEquals(cents, entry(key).get("refundedCents"));
    assertEquals(cents, total(key).get("refundedCents"));
    assertEquals(1250, total(key).get("capturedCents"));
  }
}
