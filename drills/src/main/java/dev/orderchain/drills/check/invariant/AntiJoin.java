package dev.orderchain.drills.check.invariant;

import dev.orderchain.drills.check.fact.Pair;
import dev.orderchain.drills.check.fact.Sorted;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The pairs on the left that have no partner on the right: none with the same key, or none that
 * agrees. A merge over two sorted streams, in constant memory; the right is read no further than
 * the left needs.
 */
final class AntiJoin {
  private final Sorted left;
  private final Sorted right;
  private final Set<String> partners = new HashSet<>();
  private Pair partnersKey;

  private AntiJoin(Sorted left, Sorted right) {
    this.left = left;
    this.right = right;
  }

  static Stream<Pair> of(Stream<Pair> left, Stream<Pair> right) {
    AntiJoin join = new AntiJoin(new Sorted(left), new Sorted(right));
    return Stream.iterate(join.search(), Objects::nonNull, found -> join.search());
  }

  private Pair search() {
    while (left.peek() != null) {
      Pair candidate = left.take();
      gatherPartners(candidate);
      if (!partners.contains(candidate.with())) return candidate;
    }
    return null;
  }

  private void gatherPartners(Pair candidate) {
    if (partnersKey != null && Pair.compareKeys(partnersKey, candidate) == 0) return;
    partners.clear();
    partnersKey = candidate;
    while (right.peek() != null && Pair.compareKeys(right.peek(), candidate) <= 0) {
      Pair partner = right.take();
      if (Pair.compareKeys(partner, candidate) == 0) partners.add(partner.with());
    }
  }
}
