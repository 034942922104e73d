package dev.orderchain.drills.histories;

import dev.orderchain.drills.evidence.Evidence;

/**
 * One history.
 *
 * @param tells in a line, for {@code --list}
 */
record Plot(String name, String tells, Kind kind, Course course) {
  enum Kind {
    /** Over in seconds; one after the other. */
    QUICK,
    /** Waits for times to pass; played beside the others, on pieces of its own. */
    WAITS
  }

  interface Course {
    void play(Shop shop, Evidence evidence) throws Exception;
  }
}
