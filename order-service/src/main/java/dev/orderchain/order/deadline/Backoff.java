package dev.orderchain.order.deadline;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before an attempt: anything from nothing to a limit that doubles with each
 * attempt (full jitter), so that those who failed together do not come back together.
 *
 * @param first the limit before the second attempt
 * @param longest the limit never grows beyond it
 */
public record Backoff(Duration first, Duration longest) {
  public Backoff {
    if (first.isNegative() || first.isZero() || first.compareTo(longest) > 0) {
      throw new IllegalArgumentException("not 0 < " + first + " <= " + longest);
    }
  }

  /**
   * A wait at random within {@link #limit}.
   *
   * @param attempt the number of the attempt to come; the first is 1 and is not waited for
   */
  public Duration before(int attempt) {
    return Duration.ofNanos(ThreadLocalRandom.current().nextLong(limit(attempt).toNanos() + 1));
  }

  /** The longest wait before this attempt. */
  Duration limit(int attempt) {
    Duration limit = attempt > 1 ? first : Duration.ZERO;
    for (int i = 2; i < attempt && limit.compareTo(longest) < 0; i++) {
      limit = limit.multipliedBy(2);
    }
    return limit.compareTo(longest) < 0 ? limit : longest;
  }
}
