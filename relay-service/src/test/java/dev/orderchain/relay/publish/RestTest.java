package dev.orderchain.relay.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RestTest {
  private static final Duration POLL = Duration.ofMillis(50);

  @Test
  void singleEventIsFollowedAtOnce() {
    assertEquals(Duration.ZERO, RelayLoop.rest(1, true, POLL));
    assertEquals(Duration.ZERO, RelayLoop.rest(0, false, POLL));
  }

  @Test
  void busyOutboxIsGivenTimeToFill() {
    assertEquals(Duration.ofMillis(5), RelayLoop.rest(2, true, POLL));
    assertEquals(Duration.ofMillis(45), RelayLoop.rest(10, true, POLL));
  }

  @Test
  void relayThatWasWokenForNothingRests() {
    assertEquals(Duration.ofMillis(10), RelayLoop.rest(0, true, POLL));
  }

  /** So that an event is on its way within the poll interval whatever happens. */
  @Test
  void neverRestsLongerThanAPollInterval() {
    assertEquals(POLL, RelayLoop.rest(50_000, true, POLL));
    assertEquals(Duration.ofMillis(3), RelayLoop.rest(0, true, Duration.ofMillis(3)));
  }
}
