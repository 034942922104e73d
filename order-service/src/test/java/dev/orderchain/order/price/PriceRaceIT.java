package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators who have seen the same price, and orders that are placed meanwhile. */
@QuarkusTest
class PriceRaceIT extends OnPrices {
  private static final int ROUNDS = 40;

  private final String sku = newSku(10_000);

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void ofDifferentPricesOneIsMade(int operators) throws Exception {
    for (int seen = 1; seen <= ROUNDS; seen++) {
      int version = seen;
      List<Response> answers = race(operators, i -> change(sku, version, 1_000 * version + i));
      List<Response> made = answers.stream().filter(a -> a.statusCode() == 200).toList();
      assertEquals(1, made.size());
      assertFalse(made.getFirst().headers().hasHeaderWithName("Idempotency-Replayed"));
      for (Response answer : answers) {
        if (answer != made.getFirst()) {
          assertProblem(412, "stale-version", answer);
          assertEquals("\"" + (version + 1) + "\"", answer.header("ETag"));
        }
      }
      assertProduct(version + 1, made.getFirst().jsonPath().getLong("priceCents"), read(sku));
    }
    assertOneChangeAVersion(ROUNDS + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void theSamePriceIsMadeOnce(int operators) throws Exception {
    for (int seen = 1; seen <= ROUNDS; seen++) {
      int version = seen;
      List<Response> answers = race(operators, i -> change(sku, version, 1_000 + version));
      answers.forEach(answer -> assertProduct(version + 1, 1_000 + version, answer));
      assertEquals(
          operators - 1,
          answers.stream().filter(a -> "true".equals(a.header("Idempotency-Replayed"))).count());
    }
    assertOneChangeAVersion(ROUNDS + 1);
  }

  private static List<Response> race(int sides, IntFunction<Response> call) throws Exception {
    @SuppressWarnings("unchecked")
    Callable<Response>[] calls =
        IntStream.range(0, sides)
            .mapToObj(i -> (Callable<Response>) () -> call.apply(i))
            .toArray(Callable[]::new);
    return together(calls);
  }

  private void assertOneChangeAVersion(int last) {
    assertEquals(last, number("SELECT version FROM product WHERE sku = ?", sku));
    assertEquals(last, number("SELECT COUNT(*) FROM product_price WHERE sku = ?", sku));
    assertEquals(
        last - 1,
        number(
            """
            SELECT COUNT(*) FROM product_price p JOIN outbox o
              ON o.aggregate_id = p.sku AND o.aggregate_version = p.version
             AND o.payload->>'$.priceCents' = p.price_cents
            WHERE p.sku = ?""",
            sku));
    assertEquals(last - 1, number("SELECT COUNT(*) FROM outbox WHERE aggregate_id = ?", sku));
  }

  @Test
  void anOrderBesideAChangeHasAPriceThatTheProductHad() throws Exception {
    for (int seen = 1; seen <= ROUNDS; seen++) {
      int version = seen;
      Callable<Response> order = () -> place(newKey(), body(sku, 1));
      List<Response> answers =
          together(order, () -> change(sku, version, 1_000 + version), order, order);
      answers.forEach(answer -> assertTrue(answer.statusCode() < 300, answer.asString()));
      Response after = place(newKey(), body(sku, 1));
      assertEquals(
          version + 1,
          number(
              "SELECT price_version FROM orders WHERE order_id = ?",
              after.<String>path("orderId")));
    }
    assertEquals(
        4 * ROUNDS,
        number(
            """
            SELECT COUNT(*) FROM orders o JOIN product_price p
              ON p.sku = o.sku AND p.version = o.price_version AND p.price_cents = o.price_cents
            WHERE o.sku = ?""",
            sku));
  }

  @Test
  void anOrderDoesNotWaitForAChangeThatIsUnderWay() throws Exception {
    try (ExecutorService sides = Executors.newVirtualThreadPerTaskExecutor();
        Connection session = connect()) {
      session.setAutoCommit(false);
      prepare(session, "UPDATE product SET price_cents = 750, version = 2 WHERE sku = ?", sku)
          .executeUpdate();
      Response order = place(newKey(), body(sku, 1));
      assertEquals(201, order.statusCode(), order.asString());
      assertEquals(
          "500 at 1",
          text("SELECT CONCAT(price_cents, ' at ', price_version) FROM orders WHERE sku = ?", sku));

      Future<Response> other = sides.submit(() -> change(sku, 1, 800));
      await().until(() -> lockWaits() == 1);
      assertProduct(1, 500, read(sku));
      session.commit();
      assertProblem(412, "stale-version", other.get());
    }
  }
}
