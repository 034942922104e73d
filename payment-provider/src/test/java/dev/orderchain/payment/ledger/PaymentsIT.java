package dev.orderchain.payment.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.payment.OnOwnLedger;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table in {@link Payment}, cell by cell, and what counts as what. */
@QuarkusTest
class PaymentsIT extends OnOwnLedger {
  @Test
  void sameKeyGetsTheSameAnswerWhateverHappenedMeanwhile() {
    String key = newKey();
    Response first = authorise(key, "tok_ok");
    assertEquals(200, first.statusCode(), first.asString());
    assertEquals("AUTHORISED", first.path("outcome"));

    assertEquals(first.asString(), authorise(key, "tok_ok").asString());
    assertEquals(200, capture(key).statusCode());
    assertEquals(first.asString(), authorise(key, "tok_ok").asString());
    assertEquals(3, received(key, Call.AUTHORISE));
    assertEquals("CAPTURED", state(key));
  }

  @ParameterizedTest
  @CsvSource({"1251, EUR, tok_ok", "1250, CHF, tok_ok", "1250, EUR, tok_slow"})
  void sameKeyWithOtherContentIsAConflict(long cents, String currency, String token) {
    String key = newKey();
    authorise(key, "tok_ok");
    String other =
        "{\"amountCents\":%d,\"currency\":\"%s\",\"token\":\"%s\"}"
            .formatted(cents, currency, token);
    refused(409, "payment-conflict", json(other).put("/payments/" + key));
    assertEquals(1250, entry(key).get("amountCents"));
  }

  @Test
  void declinedStaysDeclined() {
    String key = newKey();
    refused(402, "payment-declined", authorise(key, "tok_declined"));
    refused(402, "payment-declined", authorise(key, "tok_declined"));
    refused(409, "not-authorised", capture(key));
    assertEquals(200, cancel(key).statusCode());
    assertEquals("DECLINED", state(key));
  }

  @Test
  void capturesOnceAndThenRefusesTheVoid() {
    String key = newKey();
    authorise(key, "tok_ok");
    String first = capture(key).asString();
    assertEquals(first, capture(key).asString());
    refused(409, "already-captured", cancel(key));
    assertEquals(2, received(key, Call.CAPTURE));
    assertEquals(1250, entry(key).get("capturedCents"));
    assertEquals(1250, total(key).get("capturedCents"));
    assertEquals(0, total(key).get("authorisedCents"));
  }

  @Test
  void voidedHoldsNothingAndRefusesAllThatComesLater() {
    String key = newKey();
    authorise(key, "tok_ok");
    assertEquals(1250, total(key).get("authorisedCents"));
    String first = cancel(key).asString();
    assertEquals(first, cancel(key).asString());
    refused(409, "not-authorised", capture(key));
    refused(409, "payment-voided", authorise(key, "tok_ok"));
    assertEquals(0, total(key).get("authorisedCents"));
  }

  @Test
  void voidBeforeAuthoriseMakesALateAuthoriseRefused() {
    String key = newKey();
    refused(404, "not-found", lookUp(key));
    refused(409, "not-authorised", capture(key));
    assertEquals("VOIDED", cancel(key).path("outcome"));
    assertEquals("VOIDED", state(key));
    refused(409, "payment-voided", authorise(key, "tok_ok"));
    assertNull(entry(key).get("amountCents"));
  }

  /** Both sides of every race end with one of the two facts, and the loser is told. */
  @Test
  void captureAndVoidAtOnceLeaveOneOfTheTwo() throws Exception {
    for (int i = 0; i < 20; i++) {
      String key = newKey();
      authorise(key, "tok_ok");
      List<Integer> statuses =
          atOnce(() -> capture(key).statusCode(), () -> cancel(key).statusCode());
      assertEquals(Set.of(200, 409), Set.copyOf(statuses));
      assertEquals(statuses.getFirst() == 200 ? "CAPTURED" : "VOIDED", state(key));
    }
  }

  @Test
  void authorisedManyTimesAtOnceIsOnePayment() throws Exception {
    String key = newKey();
    List<String> answers =
        atOnce(
            Stream.generate(() -> (Callable<String>) () -> authorise(key, "tok_ok").asString())
                .limit(8)
                .toArray(Callable[]::new));
    assertEquals(1, Set.copyOf(answers).size());
    assertEquals(8, received(key, Call.AUTHORISE));
    assertEquals(1250, total(key).get("authorisedCents"));
  }

  @SafeVarargs
  private static <T> List<T> atOnce(Callable<T>... calls) throws Exception {
    CountDownLatch line = new CountDownLatch(calls.length);
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<T>> answers =
          Stream.of(calls)
              .map(
                  call ->
                      threads.submit(
                          () -> {
                            line.countDown();
                            line.await();
                            return call.call();
                          }))
              .collect(Collectors.toList());
      List<T> all = new ArrayList<>();
      for (Future<T> answer : answers) {
        all.add(answer.get());
      }
      return all;
    }
  }

  @Test
  void ledgerIsReadPageByPage() {
    List<String> keys = Stream.generate(OnOwnLedger::newKey).limit(5).toList();
    keys.forEach(key -> authorise(key, "tok_ok"));
    int before = (int) entry(keys.getFirst()).get("id") - 1;
    Response page = RestAssured.get("/ledger?limit=2&after=" + before);
    assertEquals(keys.subList(0, 2), page.path("payments.paymentKey"));
    assertNull(page.path("totals"));
    page = RestAssured.get("/ledger?limit=3&after=" + page.path("next"));
    assertEquals(keys.subList(2, 5), page.path("payments.paymentKey"));
    page = RestAssured.get("/ledger?after=" + page.path("next"));
    assertEquals(List.of(), page.path("payments"));
    assertNull(page.path("next"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PUT  | /payments/k                | {                    | 400 | malformed-request",
        "PUT  | /payments/k                | []                   | 400 | malformed-request",
        "PUT  | /payments/k                | {\"amountCents\":1}  | 400 | malformed-request",
        "PUT  | /payments/a%20b            | OK                   | 400 | malformed-request",
        "POST | /payments/a%20b/capture    |                      | 400 | malformed-request",
        "POST | /payments/k/explode        |                      | 404 | not-found",
        "GET  | /payments                  |                      | 404 | not-found",
        "POST | /payments/k                |                      | 405 | method-not-allowed",
        "GET  | /ledger?limit=0            |                      | 400 | malformed-request",
        "GET  | /ledger?limit=1001         |                      | 400 | malformed-request",
        "GET  | /ledger?after=x            |                      | 400 | malformed-request",
        "GET  | /ledger?key=a%20b          |                      | 400 | malformed-request"
      })
  void badRequestIsAProblem(String method, String path, String body, int status, String type) {
    RequestSpecification call = body == null ? RestAssured.given() : json(body);
    if ("OK".equals(body)) {
      call = json(terms("tok_ok"));
    }
    refused(status, type, call.urlEncodingEnabled(false).request(method, path));
  }

  @Test
  void otherMediaTypeIsAProblem() {
    refused(
        415,
        "unsupported-media-type",
        RestAssured.given().contentType("text/plain").body("x").put("/payments/k"));
  }

  @Test
  void unknownTokenIsToldTheKnownOnes() {
    String key = newKey();
    Response answer = authorise(key, "tok_free_lunch");
    refused(422, "unknown-token", answer);
    List<String> known = answer.path("knownTokens");
    assertEquals(10, known.size());
    assertTrue(known.contains("tok_paid_after_void"));
    assertEquals(404, lookUp(key).statusCode());
  }

  @Test
  void readyMeasuredAndDescribed() {
    authorise(newKey(), "tok_ok");
    assertEquals(200, RestAssured.get("/q/health/ready").statusCode());
    assertTrue(RestAssured.get("/q/metrics").asString().contains("provider_calls_total"));
    assertTrue(RestAssured.get("/q/openapi").asString().contains("/payments/{paymentKey}/void"));
  }
}
