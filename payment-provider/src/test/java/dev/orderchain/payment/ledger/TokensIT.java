package dev.orderchain.payment.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.payment.OnOwnLedger;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What each card token brings about, as the merchant sees it and as the ledger has it. */
@QuarkusTest
class TokensIT extends OnOwnLedger {
  @Test
  void lostAnswerIsADoneEffectAndABrokenConnection() {
    String key = newKey();
    assertEquals("", authoriseByHand(key, "tok_answer_lost"));
    assertEquals("AUTHORISED", state(key));
    assertEquals(200, authorise(key, "tok_answer_lost").statusCode());
    assertEquals(1250, entry(key).get("amountCents"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"HTTP_1_1", "HTTP_2"})
  void clientSeesNoAnswerWhateverItSpeaks(String version) throws Exception {
    try (HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.valueOf(version)).build()) {
      String key = newKey();
      HttpRequest lost = request(key, "tok_answer_lost").build();
      assertThrows(IOException.class, () -> client.send(lost, BodyHandlers.ofString()));
      assertEquals(1, received(key, Call.AUTHORISE));
      assertEquals(200, client.send(lost, BodyHandlers.ofString()).statusCode());
    }
  }

  @Test
  void slowIsDoneLongBeforeItIsAnswered() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      String key = newKey();
      HttpRequest impatient = request(key, "tok_slow").timeout(Duration.ofMillis(300)).build();
      long start = System.nanoTime();
      assertThrows(
          HttpTimeoutException.class, () -> client.send(impatient, BodyHandlers.ofString()));
      assertEquals("AUTHORISED", state(key));
      assertTrue(System.nanoTime() - start < 800_000_000L, "it was answered by then");

      start = System.nanoTime();
      assertEquals(200, authorise(key, "tok_slow").statusCode());
      assertTrue(System.nanoTime() - start >= 800_000_000L, "it was not slow");
      assertEquals(2, received(key, Call.AUTHORISE));
    }
  }

  @Test
  void lateOneIsNotFoundForAWhileAndThenAuthorised() {
    String key = newKey();
    long start = System.nanoTime();
    assertEquals("", authoriseByHand(key, "tok_appears_late"));
    assertEquals(404, lookUp(key).statusCode());
    assertEquals("", authoriseByHand(key, "tok_appears_late"));
    await().until(() -> lookUp(key).statusCode() == 200);
    assertTrue(System.nanoTime() - start >= LATE.toNanos(), "it came early");
    assertEquals("AUTHORISED", state(key));
    assertEquals(200, authorise(key, "tok_appears_late").statusCode());
  }

  @Test
  void lateOneThatIsVoidedMeanwhileStaysVoided() {
    String key = newKey();
    authoriseByHand(key, "tok_appears_late");
    assertEquals(200, cancel(key).statusCode());
    await().until(() -> lookUp(key).statusCode() == 200);
    assertEquals("VOIDED", state(key));
  }

  @Test
  void receiptOnlyIsInTheLedgerAndNowhereElse() {
    String key = newKey();
    assertEquals("", authoriseByHand(key, "tok_receipt_only"));
    assertEquals("", authoriseByHand(key, "tok_receipt_only"));
    assertEquals("", authoriseByHand(key, "tok_ok"));
    assertEquals("", bytesOfAnswer("POST", "/payments/" + key + "/capture", ""));
    assertEquals("", bytesOfAnswer("POST", "/payments/" + key + "/void", ""));
    assertEquals(
        "", bytesOfAnswer("PUT", "/payments/" + key + "/refunds/r1", "{\"amountCents\":1}"));
    assertEquals(404, lookUp(key).statusCode());
    Map<String, Object> entry = entry(key);
    assertEquals("AUTHORISED", entry.get("state"));
    assertTrue(entry.get("receipt").toString().startsWith("rcpt_"), entry.toString());
  }

  @Test
  void whatNoKeyFindsIsGivenUpUnderItsReceipt() {
    String key = newKey();
    authoriseByHand(key, "tok_receipt_only");
    String receipt = entry(key).get("receipt").toString();
    for (int i = 0; i < 2; i++) {
      assertEquals("VOIDED", cancelByReceipt(receipt).jsonPath().getString("state"));
    }
    assertEquals("VOIDED", entry(key).get("state"));
    assertEquals(404, cancelByReceipt("rcpt_of_nobody").statusCode());
  }

  @Test
  void whatIsCapturedIsNotGivenUpUnderItsReceipt() {
    String key = newKey();
    authorise(key, "tok_ok");
    capture(key);
    String receipt = entry(key).get("receipt").toString();
    assertEquals(409, cancelByReceipt(receipt).statusCode());
    assertEquals("CAPTURED", state(key));
  }

  private static Response cancelByReceipt(String receipt) {
    return RestAssured.post("/ledger/receipts/" + receipt + "/void");
  }

  @Test
  void lostAnswerOfACaptureIsACapture() {
    String key = newKey();
    assertEquals(200, authorise(key, "tok_capture_answer_lost").statusCode());
    assertEquals("", bytesOfAnswer("POST", "/payments/" + key + "/capture", ""));
    assertEquals("CAPTURED", state(key));
    assertEquals(200, capture(key).statusCode());
    assertEquals(1250, entry(key).get("capturedCents"));
    assertEquals(2, received(key, Call.CAPTURE));
  }

  private static HttpRequest.Builder request(String key, String token) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + RestAssured.port + "/payments/" + key))
        .header("Content-Type", "application/json")
        .PUT(BodyPublishers.ofString(terms(token)));
  }
}
