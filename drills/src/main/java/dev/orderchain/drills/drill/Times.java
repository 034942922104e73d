package dev.orderchain.drills.drill;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** How long each of many took, sorted. */
record Times(List<Duration> sorted) {

  static Times of(Stream<Duration> times) {
    return new Times(times.sorted().toList());
  }

  /** Longer than this were fewer than one in a hundred. */
  Duration p99() {
    return sorted.isEmpty() ? Duration.ZERO : sorted.get((sorted.size() * 99 - 1) / 100);
  }

  Duration longest() {
    return sorted.isEmpty() ? Duration.ZERO : sorted.getLast();
  }

  boolean areWithin(Duration bound) {
    return longest().compareTo(bound) <= 0;
  }
}
