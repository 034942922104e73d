package dev.orderchain.drills.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One call of the drills.
 *
 * @param where {@code local} or {@code compose}
 * @param versions of the servers and of Java, by name
 * @param leftovers what was still there after all was removed
 */
public record Run(
    Instant began,
    Instant ended,
    String where,
    long seed,
    Map<String, String> versions,
    List<Evidence> drills,
    List<String> leftovers) {

  public Run {
    drills = List.copyOf(drills);
    leftovers = List.copyOf(leftovers);
  }

  /** How many drills ended so. */
  public long count(Verdict verdict) {
    return drills.stream().filter(drill -> drill.verdict() == verdict).count();
  }

  Duration took() {
    return Duration.between(began, ended);
  }

  /** As in {@code 20 PASS, 1 FAIL, 0 NOT RUN}. */
  public String verdicts() {
    return "%d PASS, %d FAIL, %d NOT RUN"
        .formatted(count(Verdict.PASS), count(Verdict.FAIL), count(Verdict.NOT_RUN));
  }
}
