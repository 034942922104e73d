package dev.orderchain.drills.check;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** How many break an invariant, and the first of them. */
record Finding(Invariant invariant, long count, List<String> first) {
  private static final int SHOWN = 10;

  static Finding of(Invariant invariant, Facts facts) {
    long count = 0;
    List<String> first = new ArrayList<>();
    for (Iterator<Pair> offenders = invariant.offenders(facts).iterator(); offenders.hasNext(); ) {
      Pair offender = offenders.next();
      if (count++ < SHOWN) first.add(offender.toString());
    }
    return new Finding(invariant, count, List.copyOf(first));
  }
}
