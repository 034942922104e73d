package dev.orderchain.order.placing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.orderchain.order.OnRealServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One request, one effect, whatever is retried and from however many sides. */
@QuarkusTest
class DuplicateRequestIT extends OnRealServers {
  private static final int SIDES = 8;

  @Test
  void replayReturnsTheFirstAnswer() {
    String key = newKey();
    String sku = newSku(10);
    Response first = place(key, body(sku, 3));
    Response replay = place(key, "{ \"quantity\": 3.0, \"sku\": \"" + sku + "\" }");

    assertEquals(201, first.statusCode(), first.asString());
    assertNull(first.header("Idempotency-Replayed"));
    assertEquals(201, replay.statusCode(), replay.asString());
    assertEquals("true", replay.header("Idempotency-Replayed"));
    assertEquals(first.asString(), replay.asString());
    assertEquals(first.header("Location"), replay.header("Location"));
    assertEffects(key, sku, 7);
  }

  @Test
  void replayReturnsTheFirstAnswerWhateverBecameOfTheOrder() {
    String key = newKey();
    String sku = newSku(10);
    Response first = place(key, body(sku, 1));
    execute("UPDATE orders SET version = 7, quantity = 9 WHERE order_id = ?", orderId(first));

    assertEquals(first.asString(), place(key, body(sku, 1)).asString());
  }

  @Test
  void sameKeyWithOtherContentIsAConflict() {
    String key = newKey();
    String sku = newSku(10);
    place(key, body(sku, 3));
    Response other = place(key, body(sku, 4));

    assertEquals(422, other.statusCode(), other.asString());
    assertEquals("https://order-chain.example/problems/idempotency-conflict", other.path("type"));
    assertEffects(key, sku, 7);
  }

  @Test
  void keysAndTenantsAreComparedByteForByte() {
    String key = newKey();
    String sku = newSku(10);
    String first = orderId(place(key + "a", body(sku, 1)));
    assertNotEquals(first, orderId(place(key + "A", body(sku, 1))));
    for (String tenant : List.of("Acme", "acme ", "acmé", "acme\u0301")) {
      String other =
          orderId(
              as(tenant)
                  .header("Idempotency-Key", key + "a")
                  .contentType("application/json")
                  .body(body(sku, 1))
                  .post("/orders"));
      assertNotEquals(first, other, tenant);
    }
    assertEquals(4, number("SELECT available FROM stock WHERE sku = ?", sku));
  }

  @Test
  void bareAndQuotedKeyAreOneKey() {
    String key = newKey();
    String sku = newSku(10);
    String first = orderId(place(key, body(sku, 1)));
    assertEquals(first, orderId(place("\"" + key + "\"", body(sku, 1))));
  }

  @Test
  void ofEightConcurrentRequestsOneWins() throws Exception {
    String key = newKey();
    String sku = newSku(100);
    List<Response> answers = concurrently(key, sku, () -> {});

    assertOneWinner(answers);
    assertEffects(key, sku, 99);
  }

  /**
   * The first one holds the key, eight wait for its outcome, it rolls back. InnoDB tells most of
   * the waiting ones "deadlock"; still exactly one of them places the order.
   */
  @Test
  void whenTheFirstRollsBackOneOfTheWaitingWins() throws Exception {
    String key = newKey();
    String sku = newSku(100);
    List<Response> answers;
    try (Connection first = connect()) {
      first.setAutoCommit(false);
      prepare(
              first,
              """
              INSERT INTO order_idempotency
                (tenant, idempotency_key, payload_hash, order_id, answer, expires_at)
              VALUES ('acme', ?, REPEAT('x', 32), 'rolled-back', '', NOW(6) + INTERVAL 1 DAY)
              """,
              key)
          .executeUpdate();
      answers =
          concurrently(
              key,
              sku,
              () -> {
                await().until(() -> lockWaits() == SIDES);
                first.rollback();
              });
    }

    assertOneWinner(answers);
    assertEffects(key, sku, 99);
    assertEquals(
        0, number("SELECT COUNT(*) FROM order_idempotency WHERE order_id = 'rolled-back'"));
  }

  private interface Meanwhile {
    void run() throws Exception;
  }

  private static List<Response> concurrently(String key, String sku, Meanwhile meanwhile)
      throws Exception {
    CountDownLatch line = new CountDownLatch(SIDES);
    try (ExecutorService sides = Executors.newFixedThreadPool(SIDES)) {
      List<Future<Response>> running = new ArrayList<>();
      for (int i = 0; i < SIDES; i++) {
        running.add(
            sides.submit(
                () -> {
                  line.countDown();
                  line.await();
                  return place(key, body(sku, 1));
                }));
      }
      meanwhile.run();
      List<Response> answers = new ArrayList<>();
      for (Future<Response> answer : running) {
        answers.add(answer.get());
      }
      return answers;
    }
  }

  private static void assertOneWinner(List<Response> answers) {
    answers.forEach(answer -> assertEquals(201, answer.statusCode(), answer.asString()));
    assertEquals(1, answers.stream().map(Response::asString).distinct().count());
    assertEquals(
        SIDES - 1,
        answers.stream().filter(answer -> answer.header("Idempotency-Replayed") != null).count());
  }

  private static void assertEffects(String key, String sku, long available) {
    assertEquals(
        1, number("SELECT COUNT(*) FROM order_idempotency WHERE idempotency_key = ?", key));
    assertEquals(1, number("SELECT COUNT(*) FROM orders WHERE sku = ?", sku));
    assertEquals(1, number("SELECT COUNT(*) FROM outbox WHERE payload->>'$.sku' = ?", sku));
    assertEquals(available, number("SELECT available FROM stock WHERE sku = ?", sku));
  }

  private static String orderId(Response answer) {
    assertEquals(201, answer.statusCode(), answer.asString());
    return answer.path("orderId");
  }
}
