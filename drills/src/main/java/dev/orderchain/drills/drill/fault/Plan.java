package dev.orderchain.drills.drill.fault;

import dev.orderchain.drills.world.Where;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Which faults, and when. */
public final class Plan {
  private static final Duration FIRST = Duration.ofSeconds(3);
  private static final int LONGEST_MILLIS = 4_000;
  private static final int LONGEST_GAP_MILLIS = 4_000;
  private static final int SHORTEST_MILLIS = 500;

  private Plan() {}

  /**
   * @param at from the start of the traffic; later when the step before takes its time
   * @param length how long the fault lasts
   */
  public record Step(Fault fault, Duration at, Duration length) {}

  /** Draws from the weighted list until the time is full. */
  public static List<Step> draw(Random random, Duration length, Where where) {
    List<Fault> faults = Fault.all(where);
    int weights = faults.stream().mapToInt(Fault::weight).sum();
    List<Step> steps = new ArrayList<>();
    Duration at = FIRST;
    while (at.compareTo(length) < 0) {
      Fault fault = pick(faults, random.nextInt(weights));
      Duration lasts = Duration.ofMillis(random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS));
      steps.add(new Step(fault, at, lasts));
      at = at.plus(lasts).plusMillis(random.nextInt(SHORTEST_MILLIS, LONGEST_GAP_MILLIS));
    }
    return steps;
  }

  private static Fault pick(List<Fault> faults, int drawn) {
    int below = 0;
    for (Fault fault : faults) {
      below += fault.weight();
      if (drawn < below) return fault;
    }
    throw new IllegalStateException("drew " + drawn + " of " + below);
  }
}
