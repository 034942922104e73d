package dev.orderchain.drills.check.invariant;

import dev.orderchain.drills.check.fact.Pair;
import dev.orderchain.drills.check.fact.Sorted;
import java.util.Objects;
import java.util.stream.Stream;

/** The pairs whose key has been seen before: for n pairs with one key, the last n - 1 of them. */
final class Repeats {
  private final Sorted pairs;
  private Pair previous;

  private Repeats(Sorted pairs) {
    this.pairs = pairs;
  }

  static Stream<Pair> of(Stream<Pair> pairs) {
    Repeats repeats = new Repeats(new Sorted(pairs));
    return Stream.iterate(repeats.search(), Objects::nonNull, found -> repeats.search());
  }

  private Pair search() {
    while (pairs.peek() != null) {
      Pair pair = pairs.take();
      boolean repeated = previous != null && Pair.compareKeys(previous, pair) == 0;
      previous = pair;
      if (repeated) return pair;
    }
    return null;
  }
}
