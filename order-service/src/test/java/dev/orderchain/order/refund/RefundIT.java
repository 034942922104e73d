package dev.orderchain.order.refund;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.order.OnCards;
import dev.orderchain.order.orders.OrderIds;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A refund that is asked for is not one that is done, and is done once. */
@QuarkusTest
class RefundIT extends OnCards {
  private static final String PROBLEMS = "https://order-chain.example/problems/";
  private static final int SIDES = 4;

  @Inject MeterRegistry meters;

  @Test
  void declinedRefundStaysCompensatingUntilAPersonHasSeenTheMoneyGo() {
    String sku = newPricedSku(2);
    String orderId = confirmed(sku, "tok_refund_declined");
    double failures = meters.counter("compensation.failures").count();
    assertEquals(202, refund(orderId, newKey()).statusCode());
    awaitStep(orderId, "NEEDS_REVIEW");
    assertEquals("COMPENSATING", orderState(orderId));
    assertEquals("DECLINED", workflow(orderId, "refund"));
    assertEquals("1/0/1", pieces(sku));
    assertEquals("OrderPlaced,OrderConfirmed", events(orderId));
    await()
        .untilAsserted(
            () -> assertEquals(failures + 1, meters.counter("compensation.failures").count()));

    Response word = review(orderId, version(orderId), "REFUNDED");
    assertEquals(200, word.statusCode(), word.asString());
    assertEquals("DONE", word.path("step"));
    assertEquals("REFUNDED", orderState(orderId));
    assertEquals("2/0/0", pieces(sku));
    assertEquals("OrderPlaced,OrderConfirmed,OrderRefunded", events(orderId));
    assertEquals(1, number("SELECT COUNT(*) FROM stock_return WHERE order_id = ?", orderId));
  }

  @Test
  void lostAnswerToTheRefundIsFoundOut() {
    String sku = newPricedSku(2);
    String orderId = confirmed(sku, "tok_refund_answer_lost");
    assertEquals(202, refund(orderId, newKey()).statusCode());
    awaitState(orderId, "REFUNDED");
    assertEquals(1, ledger(orderId).getInt("calls.REFUND"));
    assertEquals(PRICE, ledger(orderId).getLong("payments[0].refundedCents"));
    assertEquals("2/0/0", pieces(sku));
  }

  @Test
  void whatIsNotConfirmedIsNotRefundable() {
    String pending = claimedByHand(OrderIds.next(), newPricedSku(1), "tok_ok");
    assertRefused(409, "not-refundable", refund(pending, newKey()));

    String cancelled = placeByCard(newPricedSku(1), "tok_declined");
    awaitStep(cancelled, "DONE");
    assertRefused(409, "not-refundable", refund(cancelled, newKey()));

    String onAccount = place(newKey(), body(newPricedSku(1), 1)).path("orderId");
    assertRefused(409, "not-refundable", refund(onAccount, newKey()));

    leaseIsOver(pending);
    awaitState(pending, "CONFIRMED");
  }

  /** A refused request is not remembered: the same key is judged anew. */
  @Test
  void refusedKeyCanBeUsedAgain() {
    String orderId = claimedByHand(OrderIds.next(), newPricedSku(1), "tok_ok");
    String key = newKey();
    assertRefused(409, "not-refundable", refund(orderId, key));
    leaseIsOver(orderId);
    awaitState(orderId, "CONFIRMED");
    assertEquals(202, refund(orderId, key).statusCode());
    awaitState(orderId, "REFUNDED");
  }

  @Test
  void othersOrdersAreNotThere() {
    String orderId = confirmed(newPricedSku(1), "tok_ok");
    Response foreign =
        as("globex").header("Idempotency-Key", newKey()).post("/orders/" + orderId + "/refund");
    assertRefused(404, "not-found", foreign);
    assertRefused(404, "not-found", refund(OrderIds.next(), newKey()));
    assertRefused(404, "not-found", refund("no-uuid", newKey()));
    assertEquals("CONFIRMED", orderState(orderId));
  }

  @Test
  void malformedRequestIsRefused() {
    String path = "/orders/" + OrderIds.next() + "/refund";
    assertRefused(400, "malformed-idempotency-key", acme().post(path));
    assertRefused(
        400,
        "malformed-request",
        acme().header("Idempotency-Key", newKey()).header("Request-Timeout-Ms", "0").post(path));
  }

  @Test
  void keyOfAnotherRefundIsAConflict() {
    String key = newKey();
    String one = confirmed(newPricedSku(1), "tok_ok");
    String other = confirmed(newPricedSku(1), "tok_ok");
    assertEquals(202, refund(one, key).statusCode());
    assertRefused(422, "idempotency-conflict", refund(other, key));
    assertEquals("CONFIRMED", orderState(other));
  }

  @Test
  void sameKeyFromManySidesIsOneRefund() throws Exception {
    String orderId = confirmed(newPricedSku(1), "tok_ok");
    String key = newKey();
    List<Response> answers = fromAllSides(() -> refund(orderId, key));
    answers.forEach(answer -> assertEquals(202, answer.statusCode(), answer.asString()));
    assertEquals(
        SIDES - 1,
        answers.stream().filter(a -> "true".equals(a.header("Idempotency-Replayed"))).count());
    assertRefundedOnce(orderId);
  }

  @Test
  void otherKeysFromManySidesAreOneRefund() throws Exception {
    String orderId = confirmed(newPricedSku(1), "tok_ok");
    List<Integer> statuses =
        fromAllSides(() -> refund(orderId, newKey())).stream()
            .map(Response::statusCode)
            .sorted()
            .toList();
    assertEquals(List.of(202, 409, 409, 409), statuses);
    assertRefundedOnce(orderId);
  }

  private static List<Response> fromAllSides(Callable<Response> call) throws Exception {
    CountDownLatch ready = new CountDownLatch(SIDES);
    try (ExecutorService sides = Executors.newFixedThreadPool(SIDES)) {
      List<Future<Response>> answers =
          IntStream.range(0, SIDES)
              .mapToObj(
                  side ->
                      sides.submit(
                          () -> {
                            ready.countDown();
                            ready.await();
                            return call.call();
                          }))
              .toList();
      List<Response> all = new ArrayList<>();
      for (Future<Response> answer : answers) {
        all.add(answer.get());
      }
      return all;
    }
  }

  private static void assertRefundedOnce(String orderId) {
    awaitState(orderId, "REFUNDED");
    assertEquals("OrderPlaced,OrderConfirmed,OrderRefunded", events(orderId));
    assertEquals(1, ledger(orderId).getInt("calls.REFUND"));
    assertEquals(PRICE, ledger(orderId).getLong("payments[0].refundedCents"));
  }

  private static String confirmed(String sku, String token) {
    String orderId = placeByCard(sku, token);
    awaitState(orderId, "CONFIRMED");
    return orderId;
  }

  private static void assertRefused(int status, String type, Response answer) {
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals(PROBLEMS + type, answer.path("type"));
  }
}
