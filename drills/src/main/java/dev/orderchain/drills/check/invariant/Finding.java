package dev.orderchain.drills.check.invariant;

import dev.orderchain.drills.check.fact.Pair;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * How many break an invariant, and the first of them.
 *
 * @param name the invariant's
 */
public record Finding(String name, long count, List<String> first) {
  private static final int SHOWN = 10;

  static Finding of(String name, Stream<Pair> offenders) {
    long count = 0;
    List<String> first = new ArrayList<>();
    for (Iterator<Pair> each = offenders.iterator(); each.hasNext(); ) {
      Pair offender = each.next();
      if (count++ < SHOWN) first.add(offender.toString());
    }
    return new Finding(name, count, List.copyOf(first));
  }
}
