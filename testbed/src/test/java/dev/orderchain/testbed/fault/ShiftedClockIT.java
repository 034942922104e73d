package dev.orderchain.testbed.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.orderchain.testbed.Clock;
import dev.orderchain.testbed.process.Jvm;
import dev.orderchain.testbed.process.Launch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ShiftedClockIT {
  /** A JVM's start on a busy machine. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  /** With another clock faked too, a JVM can wait for good. */
  private static final int HANGS_SECONDS = 30;

  private static final Duration AHEAD = Duration.ofSeconds(60);

  @Test
  void theClockIsAheadAndWaitsKeepTheirLengths() throws Exception {
    Optional<Path> library = ShiftedClock.preload();
    assumeTrue(library.isPresent(), "there is no libfaketime for this machine");

    Said said = run(ShiftedClock.ahead(Launch.PLAIN, AHEAD, library.get()));

    assertBetween(AHEAD, AHEAD.plus(SLACK), said.ahead());
    assertWaits(said);
  }

  @Test
  void withoutItTheClockIsThisMachines() throws Exception {
    Said said = run(Launch.PLAIN);

    assertBetween(Duration.ZERO, SLACK, said.ahead());
    assertWaits(said);
  }

  private static void assertWaits(Said said) {
    for (Duration wait : List.of(said.slept(), said.parked())) {
      assertBetween(
          Duration.ofMillis(Clock.SLEEP_MILLIS),
          Duration.ofMillis(Clock.SLEEP_MILLIS).plus(SLACK),
          wait);
    }
  }

  private static void assertBetween(Duration least, Duration most, Duration actual) {
    assertTrue(actual.compareTo(least) >= 0 && actual.compareTo(most) <= 0, actual.toString());
  }

  /**
   * @param ahead from just before it was started to what it then took for the time
   */
  private record Said(Duration ahead, Duration slept, Duration parked) {}

  private static Said run(Launch launch) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Jvm.program(), "-cp", System.getProperty("java.class.path"), Clock.class.getName());
    builder.environment().putAll(launch.environment());
    Instant start = Instant.now();
    Process process = builder.redirectErrorStream(true).start();
    if (!process.waitFor(HANGS_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      fail("its waits do not end");
    }
    String output = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.exitValue(), output);
    List<Long> said = output.lines().map(Long::valueOf).toList();
    return new Said(
        Duration.between(start, Instant.ofEpochMilli(said.get(0))),
        Duration.ofMillis(said.get(1)),
        Duration.ofMillis(said.get(2)));
  }
}
