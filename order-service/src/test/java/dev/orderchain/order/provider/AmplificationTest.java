package dev.orderchain.order.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.deadline.Backoff;
import dev.orderchain.order.deadline.Budget;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Retries multiply when each layer makes them; with one budget they do not. */
class AmplificationTest {
  private static final Duration ATTEMPT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Vertx vertx = Vertx.vertx();
  private final FakeProvider fake = new FakeProvider();
  private final PaymentProvider provider = FakeProvider.client(vertx, fake.url(), 4);

  @AfterEach
  void stop() {
    fake.close();
    vertx.close();
  }

  @Test
  void layersThatEachRetryMultiply() {
    Supplier<Answer> client = retrying(2, () -> lookUp(LONG));
    Supplier<Answer> service = retrying(3, client);
    Supplier<Answer> edge = retrying(2, service);
    edge.get();
    assertEquals(2 * 3 * 2, fake.received());
  }

  /** Our only layer that retries: before each attempt it asks the budget. */
  @Test
  void oneBudgetBoundsCallsAndTime() {
    fake.behave(FakeProvider.after(LONG, FakeProvider.lost()));
    Backoff backoff = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1));
    Budget budget = Budget.of(Duration.ofMillis(700));
    int attempt = 1;
    for (Duration wait = Duration.ZERO; budget.fits(wait, ATTEMPT); ) {
      LockSupport.parkNanos(wait.toNanos());
      lookUp(ATTEMPT);
      wait = backoff.before(++attempt);
    }
    // A fourth of 200 ms never fits into 700; on a slow machine not even the third may.
    int made = attempt - 1;
    assertTrue(made >= 1 && made <= 3, "made " + made);
    assertTrue(fake.received() <= made, "received " + fake.received() + " of " + made);
  }

  private Answer lookUp(Duration within) {
    return provider.lookUp("pay:1", "refund:1", within);
  }

  private static Supplier<Answer> retrying(int times, Supplier<Answer> inner) {
    return () -> {
      Answer answer = inner.get();
      for (int i = 1; i < times && !(answer instanceof Answer.Payment); i++) {
        answer = inner.get();
      }
      return answer;
    };
  }
}
