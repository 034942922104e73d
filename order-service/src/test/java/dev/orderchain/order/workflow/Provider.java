package dev.orderchain.order.workflow;

import dev.orderchain.order.workflow.Standing.Payment;
import dev.orderchain.order.workflow.Standing.Refund;
import dev.orderchain.order.workflow.Standing.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One payment at the provider, for {@link InterleavingsTest}: what a call does to it, and all that
 * the caller may be told about it.
 *
 * @param noticeDue it became paid after its void, and we have not been told
 * @param underway calls that were sent, had no answer, and have not arrived yet
 */
record Provider(
    State state, Optional<Refund> refund, boolean wasLate, boolean noticeDue, Set<Step> underway) {
  static final Provider FIRST = new Provider(State.NONE, Optional.empty(), false, false, Set.of());

  enum State {
    NONE,
    AUTHORISED,
    DECLINED,
    CAPTURED,
    VOIDED,
    /** Voided before it came. */
    TOMBSTONE
  }

  /** What a call has led to: over there, and what the caller makes of its answer. */
  record Outcome(Provider after, Move move) {}

  /** The money of the payment is not the client's to spend. */
  boolean holdsMoney() {
    return state == State.AUTHORISED || state == State.CAPTURED && !isRefunded();
  }

  boolean isRefunded() {
    return refund.equals(Optional.of(Refund.REFUNDED));
  }

  /** Whether the money is taken, once, and not given back. */
  boolean keepsMoney() {
    return state == State.CAPTURED && !isRefunded();
  }

  /** A look-up may find nothing also when there is something; any call may go unanswered. */
  Set<Outcome> outcomes(Standing seen) {
    Set<Outcome> outcomes = new LinkedHashSet<>(answers(seen));
    outcomes.add(new Outcome(this, Move.notAsked(seen)));
    outcomes.add(new Outcome(this, Move.unknown(seen)));
    if (seen.step() == Step.LOOK_UP) {
      outcomes.add(new Outcome(this, Move.notFound(seen)));
      return outcomes;
    }
    outcomes.add(new Outcome(with(seen.step()), Move.unknown(seen)));
    for (Provider done : done(seen.step())) {
      outcomes.add(new Outcome(done, Move.unknown(seen)));
    }
    return outcomes;
  }

  /** With its word, whatever it is. */
  List<Outcome> answers(Standing seen) {
    return done(seen.step()).stream().map(done -> new Outcome(done, done.answer(seen))).toList();
  }

  /** What the call may do. */
  List<Provider> done(Step call) {
    return switch (call) {
      case AUTHORISE ->
          state == State.NONE
              ? List.of(become(State.AUTHORISED), become(State.DECLINED))
              : List.of(this);
      case CAPTURE -> List.of(state == State.AUTHORISED ? become(State.CAPTURED) : this);
      case VOID ->
          switch (state) {
            case NONE -> List.of(become(State.TOMBSTONE));
            case AUTHORISED -> List.of(become(State.VOIDED));
            case DECLINED, CAPTURED, VOIDED, TOMBSTONE -> List.of(this);
          };
      case REFUND ->
          state == State.CAPTURED && refund.isEmpty()
              ? List.of(refunded(Refund.REFUNDED), refunded(Refund.DECLINED))
              : List.of(this);
      case LOOK_UP, NEEDS_REVIEW, DONE -> List.of(this);
    };
  }

  private Move answer(Standing seen) {
    return switch (seen.step()) {
      case LOOK_UP -> state == State.NONE ? Move.notFound(seen) : told(seen, word(), refund);
      case AUTHORISE ->
          told(seen, state == State.CAPTURED ? Payment.AUTHORISED : word(), Optional.empty());
      case CAPTURE ->
          state == State.CAPTURED || state == State.VOIDED || state == State.TOMBSTONE
              ? told(seen, word(), Optional.empty())
              : Move.contradicted(seen);
      case VOID ->
          told(seen, state == State.CAPTURED ? Payment.CAPTURED : Payment.VOIDED, Optional.empty());
      case REFUND -> state == State.CAPTURED ? told(seen, word(), refund) : Move.contradicted(seen);
      case NEEDS_REVIEW, DONE -> throw new IllegalStateException("nothing is asked at " + seen);
    };
  }

  private static Move told(Standing seen, Payment payment, Optional<Refund> refund) {
    return Move.told(seen, payment, refund);
  }

  private Payment word() {
    return switch (state) {
      case NONE -> throw new IllegalStateException("there is no payment");
      case AUTHORISED -> Payment.AUTHORISED;
      case DECLINED -> Payment.DECLINED;
      case CAPTURED -> Payment.CAPTURED;
      case VOIDED, TOMBSTONE -> Payment.VOIDED;
    };
  }

  /** What happens there by itself: a call arrives after all, or a voided payment is paid. */
  List<Provider> byItself() {
    List<Provider> next = new ArrayList<>();
    for (Step call : underway) {
      next.addAll(without(call).done(call));
    }
    if (state == State.VOIDED && !wasLate) {
      next.add(new Provider(State.CAPTURED, refund, true, true, underway));
    }
    return next;
  }

  Provider told() {
    return new Provider(state, refund, wasLate, false, underway);
  }

  Provider become(State next) {
    return new Provider(next, refund, wasLate, noticeDue, underway);
  }

  Provider refunded(Refund word) {
    return new Provider(state, Optional.of(word), wasLate, noticeDue, underway);
  }

  private Provider with(Step call) {
    Set<Step> more = EnumSet.of(call);
    more.addAll(underway);
    return new Provider(state, refund, wasLate, noticeDue, Collections.unmodifiableSet(more));
  }

  private Provider without(Step call) {
    Set<Step> less = EnumSet.copyOf(underway);
    less.remove(call);
    return new Provider(state, refund, wasLate, noticeDue, Collections.unmodifiableSet(less));
  }
}
