package dev.orderchain.order.provider;

import static dev.orderchain.order.provider.FakeProvider.answering;
import static dev.orderchain.order.provider.FakeProvider.lost;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.order.provider.Answer.Contradiction;
import dev.orderchain.order.provider.Answer.NotFound;
import dev.orderchain.order.provider.Answer.NotSent;
import dev.orderchain.order.provider.Answer.Payment;
import dev.orderchain.order.provider.Answer.Unknown;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A provider that is away is left alone for a while, and one that says no is not away. */
@QuarkusTest
@WithTestResource(value = AtAFakeProvider.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class BreakerIT extends OnRealServers {
  /** As in application.properties. */
  private static final int WINDOW = 20;

  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Answer OPEN = new NotSent("the breaker is open");
  private static final String FOUND = "{\"state\":\"AUTHORISED\",\"refunds\":[]}";

  FakeProvider fake;

  @Inject PaymentProvider provider;

  /** Closed, with a window full of successes. */
  @BeforeEach
  void heal() {
    fake.behave(answering(200, FOUND));
    await().until(() -> lookUp() instanceof Payment);
    for (int i = 0; i < WINDOW; i++) {
      Answer answer = lookUp();
      assertInstanceOf(Payment.class, answer, answer::toString);
    }
  }

  @Test
  void opensForAWhileAndClosesWhenTheProviderIsBack() {
    fake.behave(lost());
    long start = System.nanoTime();
    // 16 of the last 20 are failures then, and not before.
    for (int i = 0; i < 16; i++) {
      assertInstanceOf(Unknown.class, lookUp());
    }
    int received = fake.received();
    assertEquals(OPEN, lookUp());
    assertEquals(received, fake.received());

    // Half open: one call is let through, and its failure opens the breaker again.
    await().until(() -> lookUp() instanceof Unknown);
    assertTrue(System.nanoTime() - start >= 1_000_000_000, "it was let through early");
    assertEquals(received + 1, fake.received());
    assertEquals(OPEN, lookUp());

    fake.behave(answering(200, FOUND));
    await().until(() -> lookUp() instanceof Payment);
    assertInstanceOf(Payment.class, lookUp());
  }

  @Test
  void refusalsAreAnswers() {
    fake.behave(answering(404, problem("not-found")));
    for (int i = 0; i < 2 * WINDOW; i++) {
      assertInstanceOf(NotFound.class, lookUp());
    }
    fake.behave(answering(409, problem("not-authorised")));
    for (int i = 0; i < 2 * WINDOW; i++) {
      assertInstanceOf(Contradiction.class, provider.capture("pay:1", LONG));
    }
  }

  @Test
  void oneThatIsNeverAnsweredShutsOutNoOther() {
    for (int i = 0; i < 2 * WINDOW; i++) {
      fake.behave(lost());
      assertInstanceOf(
          Unknown.class, provider.authorise("pay:2", 1250, "EUR", "tok_receipt_only", LONG));
      fake.behave(answering(404, problem("not-found")));
      assertInstanceOf(NotFound.class, lookUp());
    }
  }

  @Test
  void callsBeyondTheBulkheadAreNotSent() throws Exception {
    CountDownLatch arrived = new CountDownLatch(AtAFakeProvider.MOST_AT_ONCE);
    CountDownLatch goOn = new CountDownLatch(1);
    fake.behave(
        call -> {
          arrived.countDown();
          goOn.await();
          answering(200, FOUND).answer(call);
        });
    int received = fake.received();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Answer>> held =
          Stream.generate(() -> CompletableFuture.supplyAsync(this::lookUp, callers))
              .limit(AtAFakeProvider.MOST_AT_ONCE)
              .toList();
      arrived.await();
      for (int i = 0; i < 2 * WINDOW; i++) {
        assertEquals(new NotSent("too many calls at once"), lookUp());
      }
      goOn.countDown();
      for (CompletableFuture<Answer> answer : held) {
        assertInstanceOf(Payment.class, answer.get());
      }
    }
    assertEquals(received + AtAFakeProvider.MOST_AT_ONCE, fake.received());
    // Nor have they opened the breaker.
    assertInstanceOf(Payment.class, lookUp());
  }

  @Test
  void answersAndTheBreakerAreMetrics() {
    String metrics = RestAssured.get("/q/metrics").asString();
    assertTrue(
        metrics.contains("payment_calls_total{answer=\"Payment\",call=\"LOOK_UP\""), metrics);
    assertTrue(metrics.contains("ft_circuitbreaker_state"), metrics);
  }

  private Answer lookUp() {
    return provider.lookUp("pay:1", "refund:1", LONG);
  }

  private static String problem(String name) {
    return "{\"type\":\"https://payment-provider.example/problems/" + name + "\"}";
  }
}
