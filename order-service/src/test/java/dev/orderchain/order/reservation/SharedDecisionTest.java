package dev.orderchain.order.reservation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.reservation.Standing.State;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/**
 * Why there is one durable decision: each participant keeps to its own rules, and yet two of them
 * can end apart when one coordinator confirms while another, who takes it for dead, cancels. Every
 * interleaving of the two is gone through.
 */
class SharedDecisionTest {
  private enum Verdict {
    ALL_CONFIRMED,
    ALL_CANCELLED,
    GLOBAL_DECISION_SPLIT
  }

  /** What is durable: two reservations, and the decision if there is one. */
  private record World(Standing north, Standing south, State decision) {
    static final World RESERVED =
        new World(new Standing(State.RESERVED, "n"), new Standing(State.RESERVED, "s"), null);

    Verdict verdict() {
      Set<State> ends = EnumSet.of(north.state(), south.state());
      if (ends.size() > 1) {
        return Verdict.GLOBAL_DECISION_SPLIT;
      }
      return ends.contains(State.CONFIRMED) ? Verdict.ALL_CONFIRMED : Verdict.ALL_CANCELLED;
    }
  }

  /** A step of a coordinator, who wants this end. */
  private interface Step extends BiFunction<World, State, World> {}

  private static final Step DECIDE =
      (world, wanted) ->
          world.decision == null ? new World(world.north, world.south, wanted) : world;

  private static final Step MOVE_NORTH =
      (world, end) -> new World(moved(world.north, end), world.south, world.decision);

  private static final Step MOVE_SOUTH =
      (world, end) -> new World(world.north, moved(world.south, end), world.decision);

  @Test
  void withoutASharedDecisionParticipantsEndApart() {
    assertTrue(
        verdicts(List.of(MOVE_NORTH, MOVE_SOUTH), List.of(MOVE_SOUTH, MOVE_NORTH))
            .contains(Verdict.GLOBAL_DECISION_SPLIT));
  }

  @Test
  void withOneTheyEndTogetherWhoeverIsFirst() {
    List<Step> one = List.of(DECIDE, decided(MOVE_NORTH), decided(MOVE_SOUTH));
    List<Step> other = List.of(DECIDE, decided(MOVE_SOUTH), decided(MOVE_NORTH));
    assertEquals(Set.of(Verdict.ALL_CONFIRMED, Verdict.ALL_CANCELLED), verdicts(one, other));
  }

  /** Does what was decided, not what the coordinator wanted. */
  private static Step decided(Step step) {
    return (world, wanted) -> step.apply(world, world.decision);
  }

  private static Standing moved(Standing standing, State end) {
    Ruling ruling = end == State.CONFIRMED ? Ruling.confirm(standing) : Ruling.cancel(standing);
    return ruling instanceof Ruling.Change change
        ? new Standing(change.to(), standing.requestHash())
        : standing;
  }

  private static Set<Verdict> verdicts(List<Step> confirming, List<Step> cancelling) {
    Set<Verdict> verdicts = new TreeSet<>();
    follow(World.RESERVED, confirming, cancelling, verdicts);
    return verdicts;
  }

  private static void follow(
      World world, List<Step> confirming, List<Step> cancelling, Set<Verdict> verdicts) {
    if (confirming.isEmpty() && cancelling.isEmpty()) {
      verdicts.add(world.verdict());
    }
    if (!confirming.isEmpty()) {
      World next = confirming.getFirst().apply(world, State.CONFIRMED);
      follow(next, rest(confirming), cancelling, verdicts);
    }
    if (!cancelling.isEmpty()) {
      World next = cancelling.getFirst().apply(world, State.CANCELLED);
      follow(next, confirming, rest(cancelling), verdicts);
    }
  }

  private static List<Step> rest(List<Step> steps) {
    return new ArrayList<>(steps.subList(1, steps.size()));
  }
}
