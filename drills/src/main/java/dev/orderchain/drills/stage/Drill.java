package dev.orderchain.drills.stage;

import dev.orderchain.drills.world.Where;
import java.util.EnumSet;
import java.util.Set;

/**
 * Brings one known fault to a running chain, sees that it hit, lets the chain recover by itself,
 * and counts. What it shows is read from the history, the rows and the records, never from what the
 * drill believes it has done.
 */
public interface Drill {
  String name();

  /** What is done to the chain, in a sentence. */
  String fault();

  /** Where it can be run. */
  default Set<Where> where() {
    return EnumSet.allOf(Where.class);
  }

  /**
   * Whether it can be run on a chain that ran already, too: it brings no rule, setting or link,
   * needs no price and no topic, and writes to no database.
   */
  default boolean runsHere() {
    return false;
  }

  /** Whether it can be run on such a world. */
  default boolean runsOn(Where where, boolean here) {
    return where().contains(where) && (runsHere() || !here);
  }

  /**
   * Runs on a healthy chain. It may leave the fault in place: healing, coming to rest and the
   * checks that hold for every drill come after it.
   */
  void run(Stage stage) throws Exception;
}
