package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Whoever asks inside a read comes while it is under way. */
class OneAtATimeTest {
  private static final Runnable NOTHING = () -> {};

  private final Queue<Runnable> executor = new ArrayDeque<>();
  private final OneAtATime<String, String> reads = new OneAtATime<>(executor::add);

  /** What was read, and what was then done, in that order. */
  private final List<String> log = new ArrayList<>();

  private final List<CompletableFuture<String>> newcomers = new ArrayList<>();

  @Test
  void whoComesDuringAReadSharesTheNext() {
    var first =
        ask(
            "first",
            () -> {
              newcomers.add(ask("second", NOTHING));
              newcomers.add(ask("third", NOTHING));
            });
    run();
    assertEquals("first", first.join());
    assertTrue(newcomers.stream().noneMatch(CompletableFuture::isDone), newcomers::toString);
    run();
    assertEquals(List.of("second", "second"), answers());
    assertEquals(List.of("first", "then first", "second", "then second"), log);
    assertTrue(executor.isEmpty());
  }

  @Test
  void whoComesDuringTheNextSharesTheOneAfter() {
    ask("first", () -> newcomers.add(ask("second", () -> newcomers.add(ask("third", NOTHING)))));
    run();
    run();
    run();
    assertEquals(List.of("second", "third"), answers());
  }

  @Test
  void whoComesAfterwardsReadsAnew() {
    ask("first", NOTHING);
    run();
    var second = ask("second", NOTHING);
    run();
    assertEquals("second", second.join());
  }

  @Test
  void aFailureReachesAllWhoShareItAndNoOther() {
    RuntimeException failure = new IllegalStateException("no database");
    var first =
        ask(
            "first",
            () -> {
              newcomers.add(
                  ask(
                      "second",
                      () -> {
                        newcomers.add(ask("fourth", NOTHING));
                        throw failure;
                      }));
              newcomers.add(ask("third", NOTHING));
            });
    run();
    run();
    run();
    assertEquals("first", first.join());
    for (var shared : newcomers.subList(0, 2)) {
      assertSame(failure, assertThrows(CompletionException.class, shared::join).getCause());
    }
    assertEquals("fourth", newcomers.get(2).join());
    assertEquals(List.of("first", "then first", "fourth", "then fourth"), log);
  }

  @Test
  void whoLeavesTakesNothingFromTheOthers() {
    ask(
        "first",
        () -> {
          newcomers.add(ask("second", NOTHING));
          newcomers.add(ask("third", NOTHING));
        });
    run();
    assertTrue(newcomers.removeFirst().cancel(false));
    run();
    assertEquals(List.of("second"), answers());
  }

  /** Filling may take long, and nobody is to wait for it. */
  @Test
  void whatIsThenDoneHoldsUpNobody() {
    CompletableFuture<String> first =
        reads
            .ask(
                "key",
                () -> {
                  newcomers.add(ask("second", NOTHING));
                  return "first";
                },
                value -> {
                  assertEquals(List.of("told"), log);
                  run();
                  assertEquals(List.of("second"), answers());
                  log.add("then " + value);
                })
            .toCompletableFuture();
    first.thenRun(() -> log.add("told"));
    run();
    assertEquals(List.of("told", "second", "then second", "then first"), log);
  }

  @Test
  void keysHaveNothingToDoWithEachOther() {
    var one = ask("one", read("a"), NOTHING);
    var other = ask("other", read("b"), NOTHING);
    Runnable ofOne = executor.remove();
    run();
    assertEquals("b", other.join());
    assertFalse(one.isDone());
    ofOne.run();
    assertEquals("a", one.join());
  }

  private CompletableFuture<String> ask(String value, Runnable meanwhile) {
    return ask("key", read(value), meanwhile);
  }

  private CompletableFuture<String> ask(String key, Supplier<String> read, Runnable meanwhile) {
    return reads
        .ask(
            key,
            () -> {
              meanwhile.run();
              return read.get();
            },
            value -> log.add("then " + value))
        .toCompletableFuture();
  }

  private Supplier<String> read(String value) {
    return () -> {
      log.add(value);
      return value;
    };
  }

  private void run() {
    executor.remove().run();
  }

  private List<String> answers() {
    return newcomers.stream().map(CompletableFuture::join).toList();
  }
}
