package dev.orderchain.notification.inbox;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Counts what one consumer receives. Each delivery counts once, when its transaction is committed,
 * as {@code received} (the first one of its event), {@code duplicate}, {@code conflict} or {@code
 * unreadable}; the last two are parked. After a commit with an unknown outcome a first one counts
 * as a duplicate.
 */
class ReceiveMeters {
  private final Counter received;
  private final Counter duplicate;
  private final Counter conflict;
  private final Counter unreadable;
  private final Counter parked;
  private final Counter batches;
  private final Counter fallbacks;
  private final Counter retries;

  /**
   * @param consumer the first word of their names
   */
  ReceiveMeters(MeterRegistry registry, String consumer) {
    received = deliveries(registry, consumer, "received");
    duplicate = deliveries(registry, consumer, "duplicate");
    conflict = deliveries(registry, consumer, "conflict");
    unreadable = deliveries(registry, consumer, "unreadable");
    parked = registry.counter(consumer + ".parked");
    batches = registry.counter(consumer + ".batches");
    fallbacks = registry.counter(consumer + ".fallbacks");
    retries = registry.counter(consumer + ".retries");
  }

  private static Counter deliveries(MeterRegistry registry, String consumer, String outcome) {
    return registry.counter(consumer + ".deliveries", "outcome", outcome);
  }

  void count(Sorted sorted) {
    received.increment(sorted.firsts().size());
    duplicate.increment(sorted.duplicates());
    conflict.increment(sorted.conflicts().size());
    unreadable.increment(sorted.unreadable().size());
    parked.increment(sorted.conflicts().size() + sorted.unreadable().size());
  }

  void batch() {
    batches.increment();
  }

  /** A batch is taken one by one. */
  void fallback() {
    fallbacks.increment();
  }

  /** A transaction is tried again, because the database is away. */
  void retry() {
    retries.increment();
  }
}
