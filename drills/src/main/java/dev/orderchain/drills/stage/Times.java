package dev.orderchain.drills.stage;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** How long each of many took, sorted. */
public record Times(List<Duration> sorted) {

  public static Times of(Stream<Duration> times) {
    return new Times(times.sorted().toList());
  }

  /** Longer than this were fewer than one in a hundred. */
  public Duration p99() {
    return sorted.isEmpty() ? Duration.ZERO : sorted.get((sorted.size() * 99 - 1) / 100);
  }

  public Duration longest() {
    return sorted.isEmpty() ? Duration.ZERO : sorted.getLast();
  }

  public boolean areWithin(Duration bound) {
    return longest().compareTo(bound) <= 0;
  }
}
