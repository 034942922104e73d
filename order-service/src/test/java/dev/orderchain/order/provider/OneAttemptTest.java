package dev.orderchain.order.provider;

import static dev.orderchain.order.provider.FakeProvider.after;
import static dev.orderchain.order.provider.FakeProvider.answering;
import static dev.orderchain.order.provider.FakeProvider.lost;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.provider.Answer.NotSent;
import dev.orderchain.order.provider.Answer.Payment;
import dev.orderchain.order.provider.Answer.State;
import dev.orderchain.order.provider.Answer.Unknown;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A call leaves us once at most, ends in its time, and what it did not learn stays unknown. */
class OneAttemptTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final String OK = "{\"outcome\":\"AUTHORISED\",\"state\":\"AUTHORISED\"}";

  private static Vertx vertx;

  private final FakeProvider fake = new FakeProvider();
  private final PaymentProvider provider = providerAt(fake.url());

  @BeforeAll
  static void startVertx() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stopVertx() {
    vertx.close();
  }

  @AfterEach
  void stop() {
    fake.close();
  }

  static List<Function<PaymentProvider, Answer>> calls() {
    return List.of(
        p -> p.authorise("pay:1", 1250, "EUR", "tok_ok", LONG),
        p -> p.capture("pay:1", LONG),
        p -> p.cancel("pay:1", LONG),
        p -> p.refund("pay:1", "refund:1", 1250, LONG),
        p -> p.lookUp("pay:1", "refund:1", LONG));
  }

  @ParameterizedTest
  @MethodSource("calls")
  void lostAnswerIsUnknownAndNotAskedForAgain(Function<PaymentProvider, Answer> call) {
    assertInstanceOf(Unknown.class, call.apply(provider));
    assertEquals(1, fake.received());
  }

  /** There an HTTP client is most tempted: the server might have closed it before. */
  @ParameterizedTest
  @MethodSource("calls")
  void norOnAConnectionUsedBefore(Function<PaymentProvider, Answer> call) {
    fake.behave(answering(200, OK));
    authorise(LONG);
    fake.behave(lost());
    assertInstanceOf(Unknown.class, call.apply(provider));
    assertEquals(2, fake.received());
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503})
  void brokenProviderIsUnknown(int status) {
    fake.behave(answering(status, OK));
    assertInstanceOf(Unknown.class, authorise(LONG));
    assertEquals(1, fake.received());
  }

  @Test
  void timeoutIsUnknownAndTheProviderWentOn() throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    fake.behave(after(Duration.ofSeconds(5), call -> done.countDown()));
    long start = System.nanoTime();
    Answer answer = authorise(Duration.ofSeconds(1));
    long took = System.nanoTime() - start;

    assertInstanceOf(Unknown.class, answer);
    assertTrue(took >= 1_000_000_000 && took < 5_000_000_000L, took + " ns");
    assertEquals(1, fake.received());
    assertTrue(done.await(20, TimeUnit.SECONDS));
  }

  @Test
  void lateAnswerIsNotTakenForTheNextOnes() {
    fake.behave(after(Duration.ofMillis(1_500), answering(200, "{\"outcome\":\"VOIDED\"}")));
    assertInstanceOf(Unknown.class, authorise(Duration.ofSeconds(1)));
    fake.behave(after(Duration.ofSeconds(1), answering(200, OK)));
    assertEquals(State.AUTHORISED, assertInstanceOf(Payment.class, authorise(LONG)).state());
  }

  @Test
  void answerThatIsThereAtOnceIsRead() {
    fake.behave(answering(200, OK));
    for (int i = 0; i < 1_000; i++) {
      Answer answer = authorise(LONG);
      assertInstanceOf(Payment.class, answer, answer::toString);
    }
  }

  @Test
  void timeIsForTheBodyToo() {
    fake.behave(
        call -> {
          call.sendResponseHeaders(200, OK.length());
          call.getResponseBody().write(OK.charAt(0));
          call.getResponseBody().flush();
          Thread.sleep(LONG);
        });
    assertInstanceOf(Unknown.class, authorise(Duration.ofSeconds(1)));
  }

  @Test
  void answerThatIsTooLongIsUnknown() {
    fake.behave(answering(200, OK + " ".repeat(Exchange.MOST_BYTES - OK.length())));
    assertInstanceOf(Payment.class, authorise(LONG));
    fake.behave(answering(200, OK + " ".repeat(Exchange.MOST_BYTES - OK.length() + 1)));
    assertInstanceOf(Unknown.class, authorise(LONG));
  }

  @Test
  void refusedConnectionIsNotSent() {
    fake.close();
    assertInstanceOf(NotSent.class, authorise(LONG));
  }

  @Test
  void hostWithoutAnAddressIsNotSent() {
    PaymentProvider nowhere = providerAt(URI.create("http://payment-provider.invalid:8090"));
    assertInstanceOf(NotSent.class, nowhere.capture("pay:1", LONG));
  }

  @Test
  void callThatGetsNoConnectionInTimeIsNotSentNorLater() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    fake.behave(
        call -> {
          arrived.countDown();
          goOn.await();
          answering(200, OK).answer(call);
        });
    CompletableFuture<Answer> first = CompletableFuture.supplyAsync(() -> authorise(LONG));
    arrived.await();
    assertInstanceOf(NotSent.class, authorise(Duration.ofMillis(100)));
    goOn.countDown();
    assertInstanceOf(Payment.class, first.get());
    // The connection is free again.
    assertInstanceOf(Payment.class, authorise(LONG));
    assertEquals(2, fake.received());
  }

  @Test
  void callWithNoTimeLeftIsNotSent() {
    assertInstanceOf(NotSent.class, authorise(Duration.ZERO));
    assertEquals(0, fake.received());
  }

  @Test
  void interruptedCallIsUnknownAndStaysInterrupted() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    fake.behave(
        call -> {
          arrived.countDown();
          Thread.sleep(LONG);
        });
    CompletableFuture<Answer> answer = new CompletableFuture<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread caller =
        Thread.startVirtualThread(
            () -> {
              answer.complete(authorise(LONG));
              interrupted.complete(Thread.interrupted());
            });
    arrived.await();
    caller.interrupt();
    assertInstanceOf(Unknown.class, answer.get(20, TimeUnit.SECONDS));
    assertTrue(interrupted.get(20, TimeUnit.SECONDS));
  }

  private Answer authorise(Duration within) {
    return provider.authorise("pay:1", 1250, "EUR", "tok_ok", within);
  }

  private static PaymentProvider providerAt(URI url) {
    return FakeProvider.client(vertx, url, 1);
  }
}
