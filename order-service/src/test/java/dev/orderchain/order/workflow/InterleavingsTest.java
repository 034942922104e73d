package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.orders.Order;
import dev.orderchain.order.workflow.Move.Resolution;
import dev.orderchain.order.workflow.Provider.Outcome;
import dev.orderchain.order.workflow.Provider.State;
import dev.orderchain.order.workflow.Standing.Decision;
import dev.orderchain.order.workflow.Standing.Refund;
import dev.orderchain.order.workflow.Standing.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Every interleaving of a card order with three actors and six calls: two drivers, either of which
 * may take over from the other at any moment and wake up later, and somebody else, who is the
 * client with a refund, the provider with a notice, the clock, or an operator. A driver's call is a
 * claim, a call to the provider with whatever comes of it, and a write; anything may happen in
 * between, also that a call without an answer arrives later.
 *
 * <p>None is left out: what can follow from a situation depends on the situation alone, so one that
 * was met before has been followed to its ends, and its interleavings are counted, not walked
 * again.
 */
class InterleavingsTest {
  private static final int CALLS = 6;

  /** Steps with an answering provider from any situation to an end. */
  private static final int MOST_STEPS = 8;

  /** What is in our tables, and at the provider. */
  private record World(
      Standing standing, Books books, Provider provider, boolean decideByOver, boolean over) {
    World at(Provider next) {
      return new World(standing, books, next, decideByOver, over);
    }

    World write(Move move) {
      assertEquals(standing, move.from());
      checkMove(move);
      return new World(move.to(), books.bringAbout(move), provider, decideByOver, over);
    }

    /** As the statement does: CONFIRM only in time. */
    boolean takes(Move move) {
      return !move.decides(Decision.CONFIRM) || !decideByOver;
    }

    private void checkMove(Move move) {
      Standing to = move.to();
      if (!move.from().isUndecided()) {
        assertEquals(move.from().decision(), to.decision(), "reversed: " + move);
      }
      assertTrue(to.step() != Step.DONE || to.decision() != null, "an end undecided: " + move);
      if (to.step() == Step.NEEDS_REVIEW && move.from().step() != Step.NEEDS_REVIEW) {
        boolean declined = provider.refund().equals(Optional.of(Refund.DECLINED));
        assertTrue(over || declined, "a review without need: " + move + " in " + this);
      }
    }
  }

  /** The order and its pieces, of which there was one. */
  private record Books(
      Order.State order, int available, int reserved, int sold, int releases, int returns) {
    static final Books FIRST = new Books(Order.State.PENDING, 0, 1, 0, 0, 0);

    Books bringAbout(Move move) {
      Books next =
          switch (move.effect()) {
            case NONE -> this;
            case CONFIRM_ORDER ->
                from(Order.State.PENDING, move)
                    .to(Order.State.CONFIRMED, available, reserved - 1, sold + 1);
            case CANCEL_ORDER ->
                from(Order.State.PENDING, move)
                    .to(Order.State.CANCELLED, available + 1, reserved - 1, sold);
            case COMPENSATE ->
                from(Order.State.CONFIRMED, move)
                    .to(Order.State.COMPENSATING, available, reserved, sold);
            case RETURN_ORDER ->
                from(Order.State.COMPENSATING, move)
                    .to(Order.State.REFUNDED, available + 1, reserved, sold - 1);
          };
      next.check();
      return next;
    }

    private Books from(Order.State expected, Move move) {
      assertEquals(expected, order, () -> "the order is not there: " + move);
      return this;
    }

    private Books to(Order.State next, int available, int reserved, int sold) {
      int released = this.reserved > reserved && available > this.available ? 1 : 0;
      int returned = this.sold > sold ? 1 : 0;
      return new Books(next, available, reserved, sold, releases + released, returns + returned);
    }

    private void check() {
      assertEquals(1, available + reserved + sold, this::toString);
      assertTrue(available >= 0 && reserved >= 0 && sold >= 0, this::toString);
      assertTrue(releases <= 1 && returns <= 1 && releases + returns <= 1, this::toString);
    }
  }

  /**
   * A call that has begun.
   *
   * @param seen when it was claimed, or looked at
   * @param valid nobody has written or claimed since
   * @param move to be written; null before the provider was asked
   */
  private record Pending(
      Standing seen, boolean decideByOver, boolean over, boolean valid, Move move) {
    Pending to(Move next) {
      return new Pending(seen, decideByOver, over, valid, next);
    }

    static Pending invalid(Pending pending) {
      return pending == null
          ? null
          : new Pending(pending.seen, pending.decideByOver, pending.over, false, pending.move);
    }
  }

  /**
   * Where an interleaving has got to. The drivers are interchangeable, so their order is of no
   * account.
   */
  private record Situation(World world, int left, Pending one, Pending other, Pending operator) {
    Situation {
      if (hash(one) > hash(other)) {
        Pending swapped = one;
        one = other;
        other = swapped;
      }
    }

    private static int hash(Pending pending) {
      return pending == null ? Integer.MIN_VALUE : pending.hashCode();
    }

    /** A write or a claim: whoever else holds something has lost it. */
    Situation changed(World next, Pending one, Pending other) {
      return new Situation(next, left, one, Pending.invalid(other), Pending.invalid(operator));
    }
  }

  private final Map<Situation, Long> interleavings = new HashMap<>();
  private final Set<World> healed = new HashSet<>();

  @Test
  void everyInterleavingComesToOneAgreedEnd() {
    World first = new World(Standing.FIRST, Books.FIRST, Provider.FIRST, false, false);
    long count = follow(new Situation(first, CALLS, null, null, null));
    System.out.printf(
        "%,d interleavings of 3 actors and %d calls, through %,d situations, %,d of them healed%n",
        count, CALLS, interleavings.size(), healed.size());
    assertTrue(count > 1_000_000, count + " interleavings");
  }

  private long follow(Situation here) {
    Long known = interleavings.get(here);
    if (known != null) {
      return known;
    }
    checkWhole(here.world);
    checkEndIsInReach(here.world);
    List<Situation> next = new ArrayList<>();
    drive(here, here.one, here.other, next);
    drive(here, here.other, here.one, next);
    elsewhere(here, next);
    for (Provider provider : here.world.provider.byItself()) {
      next.add(
          new Situation(here.world.at(provider), here.left, here.one, here.other, here.operator));
    }
    long count = next.isEmpty() ? 1 : 0;
    for (Situation after : next) {
      count += follow(after);
    }
    interleavings.put(here, count);
    return count;
  }

  /** What a driver may do next; a lease may be over at any moment. */
  private static void drive(Situation here, Pending mine, Pending other, List<Situation> next) {
    World world = here.world;
    if (mine == null) {
      if (here.left > 0 && !world.standing.isAtRest()) {
        claim(here, other, next);
      }
    } else if (mine.move == null) {
      ask(here, mine, other, next);
    } else if (!mine.valid) {
      next.add(new Situation(world, here.left, null, other, here.operator));
    } else if (world.takes(mine.move)) {
      next.add(here.changed(world.write(mine.move), null, other));
    } else {
      next.add(here.changed(world.write(Move.outOfTime(mine.seen)), null, other));
    }
  }

  /** A driver that goes on after a write has seen the clock before it. */
  private static void claim(Situation here, Pending other, List<Situation> next) {
    World world = here.world;
    Situation called = new Situation(world, here.left - 1, here.one, here.other, here.operator);
    for (boolean decideByOver : world.decideByOver ? List.of(true, false) : List.of(false)) {
      for (boolean over : world.over ? List.of(true, false) : List.of(false)) {
        Pending mine = new Pending(world.standing, decideByOver, over, true, null);
        next.add(called.changed(world, mine, other));
      }
    }
  }

  private static void ask(Situation here, Pending mine, Pending other, List<Situation> next) {
    if (mine.seen.isUndecided() && mine.decideByOver) {
      Pending asked = mine.to(Move.outOfTime(mine.seen));
      next.add(new Situation(here.world, here.left, asked, other, here.operator));
      return;
    }
    for (Outcome outcome : here.world.provider.outcomes(mine.seen)) {
      Pending asked = mine.to(withinDeadline(mine.over, outcome.move()));
      next.add(
          new Situation(here.world.at(outcome.after()), here.left, asked, other, here.operator));
    }
  }

  private static Move withinDeadline(boolean over, Move move) {
    return over && !move.from().isUndecided() && !move.advances() && !move.to().isAtRest()
        ? move.overdue()
        : move;
  }

  private static void elsewhere(Situation here, List<Situation> next) {
    World world = here.world;
    if (here.operator != null) {
      resolve(here, next);
    } else if (here.left > 0) {
      Situation called = new Situation(world, here.left - 1, here.one, here.other, null);
      Move.refundAsked(world.standing)
          .ifPresent(move -> next.add(written(called, world.write(move))));
      next.add(written(called, notice(world)));
      if (!world.over) {
        World later =
            new World(world.standing, world.books, world.provider, true, world.decideByOver);
        next.add(new Situation(later, called.left, here.one, here.other, null));
      }
      for (Resolution resolution : Resolution.values()) {
        Move.resolved(world.standing, resolution)
            .map(move -> new Pending(world.standing, false, false, true, move))
            .map(word -> new Situation(world, called.left, here.one, here.other, word))
            .ifPresent(next::add);
      }
    }
  }

  private static Situation written(Situation called, World next) {
    return called.changed(next, Pending.invalid(called.one), called.other);
  }

  private static World notice(World world) {
    return world.write(Move.noticed(world.standing)).at(world.provider.told());
  }

  /** A person sees to it that the word is true, and then gives it. */
  private static void resolve(Situation here, List<Situation> next) {
    Pending word = here.operator;
    Situation done = new Situation(here.world, here.left, here.one, here.other, null);
    next.add(done);
    if (word.valid) {
      madeTrue(here.world.provider, word.move.to())
          .map(provider -> written(done, here.world.at(provider).write(word.move)))
          .ifPresent(next::add);
    }
  }

  /** The provider as the word has it; empty when that cannot be brought about. */
  private static Optional<Provider> madeTrue(Provider provider, Standing word) {
    boolean captured = provider.state() == State.CAPTURED;
    if (word.refund() == Refund.REFUNDED) {
      return captured ? Optional.of(provider.refunded(Refund.REFUNDED)) : Optional.empty();
    }
    return switch (word.payment()) {
      case CAPTURED -> captured ? Optional.of(provider) : Optional.empty();
      case VOIDED -> captured ? Optional.empty() : Optional.of(provider.done(Step.VOID).getFirst());
      case NONE, UNKNOWN, AUTHORISED, DECLINED -> Optional.of(provider);
    };
  }

  /** What has to hold in the middle of everything. */
  private static void checkWhole(World world) {
    Standing standing = world.standing;
    Order.State order = world.books.order;
    if (standing.isUndecided()) {
      assertEquals(Order.State.PENDING, order, world::toString);
      assertFalse(world.provider.state() == State.CAPTURED, world::toString);
    } else if (standing.decision() == Decision.CANCEL) {
      assertEquals(Order.State.CANCELLED, order, world::toString);
      assertTrue(
          world.provider.state() != State.CAPTURED || world.provider.wasLate(), world::toString);
    } else {
      assertFalse(order == Order.State.CANCELLED, world::toString);
      assertTrue(world.provider.holdsMoney() || world.provider.isRefunded(), world::toString);
    }
    if (world.provider.isRefunded()) {
      assertTrue(order != Order.State.PENDING && order != Order.State.CONFIRMED, world::toString);
    }
    if (standing.step() == Step.DONE) {
      checkEnd(world);
    }
  }

  /** Money is orders confirmed minus refunds; and nothing that is still underway changes that. */
  private static void checkEnd(World world) {
    Provider provider = world.provider;
    switch (world.books.order) {
      case CONFIRMED -> assertTrue(provider.keepsMoney(), world::toString);
      case REFUNDED -> assertTrue(provider.isRefunded(), world::toString);
      case CANCELLED -> {
        assertTrue(!provider.holdsMoney() || provider.noticeDue(), world::toString);
        assertFalse(provider.state() == State.NONE, world::toString);
      }
      case PLACED, PENDING, COMPENSATING -> throw new AssertionError("no end: " + world);
    }
  }

  /** From now on the provider answers, its notice comes, and one driver is alive. */
  private void checkEndIsInReach(World world) {
    if (!healed.add(world)) {
      return;
    }
    World now = world;
    for (int step = 0; !(now.standing.isAtRest() && !now.provider.noticeDue()); step++) {
      assertTrue(step < MOST_STEPS, () -> "no end is in reach from " + world);
      now = now.standing.isAtRest() ? notice(now) : answered(now);
      checkWhole(now);
    }
    assertNotNull(now.standing.decision(), world::toString);
    checkPersonIsInReach(world);
  }

  /** When both deadlines are over and the provider has answered nothing but look-ups since. */
  private static void checkPersonIsInReach(World world) {
    World now = new World(world.standing, world.books, world.provider, true, true);
    for (int step = 0; !now.standing.isAtRest(); step++) {
      assertTrue(step < MOST_STEPS, () -> "it goes round and round from " + world);
      Standing seen = now.standing;
      now =
          seen.isUndecided() || seen.step() == Step.LOOK_UP
              ? answered(now)
              : now.write(withinDeadline(true, Move.unknown(seen)));
    }
  }

  private static World answered(World world) {
    Standing seen = world.standing;
    if (seen.isUndecided() && world.decideByOver) {
      return world.write(Move.outOfTime(seen));
    }
    Outcome outcome = world.provider.answers(seen).getFirst();
    return world.at(outcome.after()).write(withinDeadline(world.over, outcome.move()));
  }
}
