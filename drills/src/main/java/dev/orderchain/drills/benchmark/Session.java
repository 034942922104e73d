package dev.orderchain.drills.benchmark;

import dev.orderchain.drills.rig.Rig;
import java.io.PrintWriter;
import java.time.Duration;

/** What a measure gets: a chain, how thorough to be, and where to tell its progress. */
record Session(Rig rig, boolean quick, PrintWriter out) {

  int pick(int full, int quickly) {
    return quick ? quickly : full;
  }

  Duration pick(Duration full, Duration quickly) {
    return quick ? quickly : full;
  }

  void say(String format, Object... values) {
    out.printf("  " + format + "%n", values);
    out.flush();
  }

  /** A stretch of work, in seconds. */
  static double seconds(Work work) throws Exception {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  /** What was not done was not measured. */
  static void require(long expected, long found, String what) {
    if (expected != found) {
      throw new IllegalStateException("expected %d %s, found %d".formatted(expected, what, found));
    }
  }

  interface Work {
    void run() throws Exception;
  }
}
