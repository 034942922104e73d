package dev.orderchain.drills.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimesTest {

  @Test
  void theLongestOfAHundredIsNotThe99thPercentile() {
    Times times = times(100);
    assertEquals(Duration.ofMillis(99), times.p99());
    assertEquals(Duration.ofMillis(100), times.longest());
    assertEquals(Duration.ofMillis(99), times(99).p99());
    assertEquals(Duration.ofMillis(1), times(1).p99());
  }

  @Test
  void allHaveToBeWithinTheBound() {
    assertTrue(times(100).areWithin(Duration.ofMillis(100)));
    assertFalse(times(100).areWithin(Duration.ofMillis(99)));
    assertTrue(times(0).areWithin(Duration.ZERO));
  }

  private static Times times(int count) {
    return Times.of(
        LongStream.rangeClosed(1, count).map(i -> count + 1 - i).mapToObj(Duration::ofMillis));
  }
}
