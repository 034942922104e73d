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
   * Runs on a healthy chain. It may leave the fault in place: healing, coming to rest and the
   * checks that hold for every drill come after it.
   */
  void run(Stage stage) throws Exception;
}
