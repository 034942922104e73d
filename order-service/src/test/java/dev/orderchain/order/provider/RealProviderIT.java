package dev.orderchain.order.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.orderchain.order.OnRealServers;
import dev.orderchain.order.provider.Answer.Contradiction;
import dev.orderchain.order.provider.Answer.NotFound;
import dev.orderchain.order.provider.Answer.Payment;
import dev.orderchain.order.provider.Answer.Refund;
import dev.orderchain.order.provider.Answer.State;
import dev.orderchain.order.provider.Answer.Unknown;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the provider really says, token by token, is understood. */
@QuarkusTest
class RealProviderIT extends OnRealServers {
  private static final Duration WITHIN = Duration.ofSeconds(10);
  private static final Optional<Refund> NO_REFUND = Optional.empty();

  private final String payment = "pay:" + UUID.randomUUID();
  private final String refund = "refund:" + payment.substring(4);

  @Inject PaymentProvider provider;

  @Test
  void paymentIsAuthorisedCapturedAndRefunded() {
    assertPayment(State.AUTHORISED, NO_REFUND, authorise("tok_ok"));
    assertPayment(State.AUTHORISED, NO_REFUND, lookUp());
    assertPayment(State.CAPTURED, NO_REFUND, provider.capture(payment, WITHIN));
    assertPayment(State.CAPTURED, NO_REFUND, lookUp());
    assertPayment(State.CAPTURED, NO_REFUND, cancel());
    assertPayment(State.CAPTURED, Optional.of(Refund.REFUNDED), refund(1250));
    Answer told = lookUp();
    assertPayment(State.CAPTURED, Optional.of(Refund.REFUNDED), told);
    assertTrue(((Payment) told).evidence().contains("\"receipt\":\"rfnd_"), told.toString());
  }

  @Test
  void declinedPaymentIsDeclinedWithItsProblem() {
    Answer answer = authorise("tok_declined");
    assertPayment(State.DECLINED, NO_REFUND, answer);
    assertTrue(((Payment) answer).evidence().contains("/payment-declined\""), answer.toString());
    assertPayment(State.DECLINED, NO_REFUND, lookUp());
  }

  @Test
  void whatTheProviderCannotReadIsDeclinedAndCountsNothing() {
    assertPayment(State.DECLINED, NO_REFUND, authorise("tok_no_such"));
    assertPayment(
        State.DECLINED, NO_REFUND, provider.authorise(payment, 0, "EUR", "tok_ok", WITHIN));
    assertInstanceOf(NotFound.class, lookUp());
  }

  @Test
  void voidedPaymentIsVoidedForAnAuthorisationToo() {
    assertPayment(State.VOIDED, NO_REFUND, cancel());
    assertPayment(State.VOIDED, NO_REFUND, authorise("tok_ok"));
    assertPayment(State.VOIDED, NO_REFUND, lookUp());
  }

  @Test
  void whatCannotBeIsAContradiction() {
    assertInstanceOf(Contradiction.class, provider.capture(payment, WITHIN));
    authorise("tok_ok");
    assertInstanceOf(Contradiction.class, authorise("tok_slow"));
    assertInstanceOf(Contradiction.class, refund(1250));
    provider.capture(payment, WITHIN);
    assertInstanceOf(Contradiction.class, refund(1251));
    refund(1250);
    assertInstanceOf(Contradiction.class, refund(1249));
  }

  @Test
  void lostAnswerIsFoundOutByLookUp() {
    assertInstanceOf(Unknown.class, authorise("tok_answer_lost"));
    assertPayment(State.AUTHORISED, NO_REFUND, lookUp());
    assertEquals(1, received("AUTHORISE"));
  }

  @Test
  void timeoutOfACallThatIsDoneIsFoundOutByLookUp() {
    Duration impatient = Duration.ofMillis(300);
    assertInstanceOf(
        Unknown.class, provider.authorise(payment, 1250, "EUR", "tok_slow", impatient));
    assertPayment(State.AUTHORISED, NO_REFUND, lookUp());
    assertEquals(1, received("AUTHORISE"));
  }

  @ParameterizedTest
  @CsvSource({"tok_appears_late", "tok_receipt_only", "tok_paid_after_void"})
  void notFoundIsNotUnpaid(String token) {
    assertInstanceOf(Unknown.class, authorise(token));
    assertInstanceOf(NotFound.class, lookUp());
    assertEquals("AUTHORISED", ledger().at("/payments/0/state").textValue());
    assertEquals(1, received("LOOK_UP"));
  }

  @Test
  void lostAnswerOfACaptureIsFoundOutByLookUp() {
    authorise("tok_capture_answer_lost");
    assertInstanceOf(Unknown.class, provider.capture(payment, WITHIN));
    assertPayment(State.CAPTURED, NO_REFUND, lookUp());
  }

  @Test
  void declinedRefundIsDeclined() {
    authorise("tok_refund_declined");
    provider.capture(payment, WITHIN);
    assertPayment(State.CAPTURED, Optional.of(Refund.DECLINED), refund(1250));
    assertPayment(State.CAPTURED, Optional.of(Refund.DECLINED), lookUp());
  }

  @Test
  void lostAnswerOfARefundIsFoundOutByLookUp() {
    authorise("tok_refund_answer_lost");
    provider.capture(payment, WITHIN);
    assertInstanceOf(Unknown.class, refund(1250));
    assertPayment(State.CAPTURED, Optional.of(Refund.REFUNDED), lookUp());
  }

  private static void assertPayment(State state, Optional<Refund> refund, Answer answer) {
    Payment payment = assertInstanceOf(Payment.class, answer, answer.toString());
    assertEquals(state, payment.state());
    assertEquals(refund, payment.refund());
  }

  private Answer authorise(String token) {
    return provider.authorise(payment, 1250, "EUR", token, WITHIN);
  }

  private Answer cancel() {
    return provider.cancel(payment, WITHIN);
  }

  private Answer refund(long cents) {
    return provider.refund(payment, refund, cents, WITHIN);
  }

  private Answer lookUp() {
    return provider.lookUp(payment, refund, WITHIN);
  }

  private int received(String call) {
    return ledger().at("/calls/" + call).intValue();
  }

  private JsonNode ledger() {
    return TestServers.current().paymentProvider().ledger(payment);
  }
}
