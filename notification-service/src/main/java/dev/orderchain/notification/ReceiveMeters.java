package dev.orderchain.notification;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Counts what is received. Each delivery counts once, when its transaction is committed, as {@code
 * received} (the first one of its event), {@code duplicate}, {@code conflict} or {@code
 * unreadable}; the last two are parked. After a commit with an unknown outcome a first one counts
 * as a duplicate.
 */
@ApplicationScoped
class ReceiveMeters {
  private final Counter received;
  private final Counter duplicate;
  private final Counter conflict;
  private final Counter unreadable;
  private final Counter parked;
  private final Counter batches;
  private final Counter fallbacks;
  private final Counter retries;

  ReceiveMeters(MeterRegistry registry) {
    received = deliveries(registry, "received");
    duplicate = deliveries(registry, "duplicate");
    conflict = deliveries(registry, "conflict");
    unreadable = deliveries(registry, "unreadable");
    parked = registry.counter("notification.parked");
    batches = registry.counter("notification.batches");
    fallbacks = registry.counter("notification.fallbacks");
    retries = registry.counter("notification.retries");
  }

  private static Counter deliveries(MeterRegistry registry, String outcome) {
    return registry.counter("notification.deliveries", "outcome", outcome);
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
