package dev.orderchain.relay.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LowWaterTest {
  private static final long MILLIS = 1_000_000;

  private final LowWater lowWater =
      new LowWater(Duration.ofMillis(100), Duration.ofMillis(1000), 0);

  @Test
  void firstPassIsASweep() {
    assertEquals(0, lowWater.start(0));
  }

  @Test
  void markFollowsTheFrontByTheLag() {
    lowWater.start(0);
    lowWater.seen(500, 50 * MILLIS);
    assertEquals(0, lowWater.start(60 * MILLIS));
    lowWater.seen(600, 100 * MILLIS);
    assertEquals(0, lowWater.start(110 * MILLIS));
    lowWater.seen(900, 199 * MILLIS);
    assertEquals(0, lowWater.start(199 * MILLIS));
    lowWater.seen(1000, 200 * MILLIS);
    // What was the front 100 ms ago.
    assertEquals(600, lowWater.start(201 * MILLIS));
  }

  @Test
  void markNeverGoesBack() {
    lowWater.start(0);
    for (int i = 1; i <= 5; i++) {
      lowWater.seen(100 * i, 100L * i * MILLIS);
    }
    assertEquals(400, lowWater.start(510 * MILLIS));
    lowWater.seen(7, 600 * MILLIS);
    lowWater.seen(7, 700 * MILLIS);
    assertEquals(500, lowWater.start(710 * MILLIS));
  }

  @Test
  void sweepsNowAndThenAndWhenAsked() {
    lowWater.start(0);
    lowWater.seen(100, 100 * MILLIS);
    lowWater.seen(200, 200 * MILLIS);
    assertEquals(100, lowWater.start(300 * MILLIS));
    lowWater.sweepNext();
    assertEquals(0, lowWater.start(310 * MILLIS));
    assertEquals(100, lowWater.start(320 * MILLIS));
    assertEquals(0, lowWater.start(1310 * MILLIS));
    assertEquals(100, lowWater.start(1320 * MILLIS));
  }
}
