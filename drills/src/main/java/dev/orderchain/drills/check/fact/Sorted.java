package dev.orderchain.drills.check.fact;

import java.util.Iterator;
import java.util.stream.Stream;

/**
 * Pairs in the order of their keys, one ahead. A stream out of order is refused: a merge over it
 * would find whatever it likes.
 */
public final class Sorted {
  private final Iterator<Pair> rest;
  private Pair head;

  public Sorted(Stream<Pair> pairs) {
    rest = pairs.iterator();
    head = rest.hasNext() ? rest.next() : null;
  }

  /** The next pair, or null at the end; it stays the next one. */
  public Pair peek() {
    return head;
  }

  public Pair take() {
    Pair taken = head;
    head = rest.hasNext() ? rest.next() : null;
    if (head != null && Pair.compareKeys(taken, head) > 0) {
      throw new IllegalStateException("out of order: " + taken.key() + " before " + head.key());
    }
    return taken;
  }
}
