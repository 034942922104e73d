package dev.orderchain.relay.publish;

import java.time.Duration;

/**
 * Where a pass over the pending rows may start. Rows behind the front are sent, but their index
 * entries stay until the database's purge gets to them, which an old snapshot (a backup) can hold
 * up for hours; starting at the front keeps the claim as cheap as on an empty table.
 *
 * <p>A row may commit after a later one, so the low-water mark follows the front by a lag, and a
 * sweep from 0 now and then finds whatever committed later than that. No row is skipped for good.
 */
final class LowWater {
  private final long lagNanos;
  private final long sweepNanos;
  private long mark;
  private long front;
  private long frontSince;
  private long lastSweep;
  private volatile boolean sweepAsked = true;

  /** Times are differences of {@link System#nanoTime}, given to the methods as {@code now}. */
  LowWater(Duration lag, Duration sweepEvery, long now) {
    this.lagNanos = lag.toNanos();
    this.sweepNanos = sweepEvery.toNanos();
    this.frontSince = now;
    this.lastSweep = now;
  }

  /** The id behind which the next pass starts. */
  long start(long now) {
    if (sweepAsked || now - lastSweep >= sweepNanos) {
      sweepAsked = false;
      lastSweep = now;
      return 0;
    }
    return mark;
  }

  /** A pass has seen all due rows up to {@code id}. */
  void seen(long id, long now) {
    if (now - frontSince >= lagNanos) {
      mark = Math.max(mark, front);
      front = Math.max(front, id);
      frontSince = now;
    }
  }

  /** Rows behind the mark may have become due: the next pass is a sweep. */
  void sweepNext() {
    sweepAsked = true;
  }
}
