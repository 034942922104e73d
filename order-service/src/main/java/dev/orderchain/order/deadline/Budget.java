package dev.orderchain.order.deadline;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time that a request or a step has, from now on, for all its attempts and the waits between
 * them. It is passed down, never begun anew further in.
 */
public final class Budget {
  private final long total;
  private final LongSupplier nanoTime;
  private final long start;

  private Budget(Duration total, LongSupplier nanoTime) {
    this.total = total.toNanos();
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  public static Budget of(Duration total) {
    return of(total, System::nanoTime);
  }

  /** The same on another clock than {@link System#nanoTime}. */
  public static Budget of(Duration total, LongSupplier nanoTime) {
    return new Budget(total, nanoTime);
  }

  /** Never negative. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, total - (nanoTime.getAsLong() - start)));
  }

  /** Whether an attempt of this length, begun after this wait, ends in time; ask before each. */
  public boolean fits(Duration backoff, Duration attempt) {
    return backoff.plus(attempt).compareTo(left()) <= 0;
  }
}
