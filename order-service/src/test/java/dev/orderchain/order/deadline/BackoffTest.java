package dev.orderchain.order.deadline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Waits double up to a limit, and are spread over all of it. */
class BackoffTest {
  private final Backoff backoff = new Backoff(Duration.ofMillis(5), Duration.ofMillis(30));

  @Test
  void limitDoublesUntilItIsTheLongest() {
    assertEquals(
        List.of(0L, 5L, 10L, 20L, 30L, 30L),
        IntStream.rangeClosed(1, 6).mapToObj(i -> backoff.limit(i).toMillis()).toList());
    assertEquals(Duration.ofMillis(30), backoff.limit(Integer.MAX_VALUE));
  }

  @Test
  void firstAttemptIsNotWaitedFor() {
    assertEquals(Duration.ZERO, backoff.before(1));
  }

  @Test
  void waitsAreSpreadFromNothingToTheLimit() {
    List<Long> waits = Stream.generate(() -> backoff.before(4).toNanos()).limit(10_000).toList();
    assertTrue(waits.stream().allMatch(wait -> wait >= 0 && wait <= 20_000_000));
    assertTrue(waits.stream().anyMatch(wait -> wait < 2_000_000));
    assertTrue(waits.stream().anyMatch(wait -> wait > 18_000_000));
  }

  @Test
  void limitsThatMakeNoSenseAreRefused() {
    Duration ms = Duration.ofMillis(1);
    assertThrows(IllegalArgumentException.class, () -> new Backoff(Duration.ZERO, ms));
    assertThrows(IllegalArgumentException.class, () -> new Backoff(ms.plusNanos(1), ms));
  }
}
