package dev.orderchain.payment.notice;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.orderchain.payment.OnOwnLedger;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A payment that turns out to be paid after it was voided, and the notice of it. */
@QuarkusTest
class LatePaymentsIT extends OnOwnLedger {
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private volatile int status = 204;
  private HttpServer merchant;

  private record Received(String signature, String body) {}

  @BeforeEach
  void listen() throws IOException {
    int port = Integer.getInteger(NOTICE_PORT);
    merchant = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    merchant.createContext(
        "/notices",
        exchange -> {
          received.add(
              new Received(
                  exchange.getRequestHeaders().getFirst("Provider-Signature"),
                  new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    merchant.start();
  }

  @AfterEach
  void hangUp() {
    merchant.stop(0);
  }

  @Test
  void voidedPaymentTurnsOutToBePaidAndTheMerchantIsTold() {
    String key = newKey();
    assertEquals("", authoriseByHand(key, "tok_paid_after_void"));
    assertEquals(404, lookUp(key).statusCode());
    assertEquals("VOIDED", cancel(key).path("outcome"));
    assertEquals("VOIDED", state(key));

    await().until(() -> state(key).equals("CAPTURED"));
    refused(409, "already-captured", cancel(key));
    await().until(() -> noticesOf(key).size() == 1);
    Received notice = noticesOf(key).getFirst();
    assertEquals(PostNotice.signature(notice.body(), SECRET), notice.signature());
    JsonPath body = JsonPath.from(notice.body());
    assertEquals("CAPTURED", body.getString("state"));
    assertEquals(1250, body.getInt("amountCents"));
    assertEquals("EUR", body.getString("currency"));
    assertEquals(entry(key).get("receipt"), body.getString("receipt"));
    assertEquals(200, authorise(key, "tok_paid_after_void").statusCode());
    assertEquals(200, refund(key, "late", 1250).statusCode());
  }

  @Test
  void noticeIsPostedUntilItIsTakenAndIsTheSameEachTime() {
    status = 503;
    String key = newKey();
    authoriseByHand(key, "tok_paid_after_void");
    cancel(key);
    await().until(() -> noticesOf(key).size() == 1);
    status = 204;
    await().until(() -> noticesOf(key).size() == 2);
    assertEquals(noticesOf(key).getFirst(), noticesOf(key).getLast());

    // A later one has been through the same rounds: the first was not posted again.
    String later = newKey();
    authoriseByHand(later, "tok_paid_after_void");
    cancel(later);
    await().until(() -> noticesOf(later).size() == 1);
    assertEquals(2, noticesOf(key).size());
  }

  @Test
  void merchantThatDoesNotAnswerHoldsUpNoPayment() {
    CountDownLatch mute = new CountDownLatch(1);
    try {
      merchant.removeContext("/notices");
      merchant.createContext(
          "/notices",
          exchange -> {
            received.add(new Received("", ""));
            waitFor(mute);
          });
      // Together they are waited for longer than the test waits for the next payment.
      for (int i = 0; i < 5; i++) {
        String key = newKey();
        authoriseByHand(key, "tok_paid_after_void");
        cancel(key);
      }
      await().until(() -> !received.isEmpty());
      String next = newKey();
      authoriseByHand(next, "tok_paid_after_void");
      cancel(next);
      await().until(() -> state(next).equals("CAPTURED"));
    } finally {
      mute.countDown();
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void paymentThatWasNeverVoidedIsNotPaid() {
    String key = newKey();
    authoriseByHand(key, "tok_paid_after_void");
    String other = newKey();
    authoriseByHand(other, "tok_paid_after_void");
    cancel(other);
    await().until(() -> noticesOf(other).size() == 1);
    assertEquals("AUTHORISED", entry(key).get("state"));
    assertTrue(noticesOf(key).isEmpty());
  }

  private List<Received> noticesOf(String key) {
    return received.stream().filter(notice -> notice.body().contains(key)).toList();
  }
}
