package dev.orderchain.drills.drill.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.world.Where;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Duration LENGTH = Duration.ofMinutes(2);

  @Test
  void theSameSeedIsTheSamePlan() {
    assertEquals(plan(7, Where.LOCAL), plan(7, Where.LOCAL));
    assertNotEquals(plan(7, Where.LOCAL), plan(8, Where.LOCAL));
  }

  @Test
  void faultsComeOneAfterTheOtherUntilTheTimeIsFull() {
    List<Plan.Step> plan = plan(7, Where.LOCAL);
    for (int i = 1; i < plan.size(); i++) {
      Duration ended = plan.get(i - 1).at().plus(plan.get(i - 1).length());
      assertTrue(plan.get(i).at().compareTo(ended) > 0);
    }
    assertTrue(plan.getLast().at().compareTo(LENGTH) < 0);
    assertTrue(plan.size() > 15);
  }

  @Test
  void inTheLongRunEveryFaultComesAsOftenAsItWeighs() {
    List<Fault> faults = Fault.all(Where.LOCAL);
    double weights = faults.stream().mapToInt(Fault::weight).sum();
    var drawn =
        Plan.draw(new Random(1), Duration.ofDays(1), Where.LOCAL).stream()
            .collect(Collectors.groupingBy(Plan.Step::fault, Collectors.counting()));
    double all = drawn.values().stream().mapToLong(Long::longValue).sum();
    for (Fault fault : faults) {
      double expected = fault.weight() / weights;
      assertEquals(expected, drawn.getOrDefault(fault, 0L) / all, expected / 2, fault.toString());
    }
  }

  @Test
  void whereNothingRunsThroughLinksNoneIsBroken() {
    assertTrue(
        plan(7, Where.COMPOSE).stream()
            .map(Plan.Step::fault)
            .noneMatch(f -> f instanceof Fault.Cut || f instanceof Fault.Drop));
  }

  private static List<Plan.Step> plan(long seed, Where where) {
    return Plan.draw(new Random(seed), LENGTH, where);
  }
}
