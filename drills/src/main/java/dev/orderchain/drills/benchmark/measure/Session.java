package dev.orderchain.drills.benchmark.measure;

import dev.orderchain.drills.benchmark.load.Rig;
import java.io.PrintWriter;
import java.time.Duration;

/** What a measure gets: a chain, how thorough to be, and where to tell its progress. */
public record Session(Rig rig, boolean quick, PrintWriter out) {

  public int pick(int full, int quickly) {
    return quick ? quickly : full;
  }

  public Duration pick(Duration full, Duration quickly) {
    return quick ? quickly : full;
  }

  public void say(String format, Object... values) {
    out.printf("  " + format + "%n", values);
    out.flush();
  }

  /**
   * Repeats something until its rate has stopped rising, so that the just-in-time compilers are
   * done and what is measured next is the service and not them.
   */
  public void warmUp(int most, Rate once) throws Exception {
    double best = 0;
    int noBetter = 0;
    int rounds = 0;
    while (rounds++ < pick(most, 3) && noBetter < 2) {
      double rate = once.perSecond();
      noBetter = rate > 1.03 * best ? 0 : noBetter + 1;
      best = Math.max(best, rate);
      say("warming up: %,.0f/s", rate);
    }
  }

  public interface Rate {
    double perSecond() throws Exception;
  }

  /** A stretch of work, in seconds. */
  public static double seconds(Work work) throws Exception {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  /** What was not done was not measured. */
  public static void require(long expected, long found, String what) {
    if (expected != found) {
      throw new IllegalStateException("expected %d %s, found %d".formatted(expected, what, found));
    }
  }

  public interface Work {
    void run() throws Exception;
  }
}
