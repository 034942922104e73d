package dev.orderchain.testbed.local;

import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.process.TestbedException;
import java.util.function.Function;

/** Prints a line for each thing that was done to a part, with the time that it took. */
final class Steps {
  private Steps() {}

  /** Runs {@code step}, which says what it did; says so when it fails, too. */
  static void print(Part part, Function<Part, String> step) {
    long start = System.nanoTime();
    try {
      String done = step.apply(part);
      System.out.printf("  %-22s %-38s %5.1f s%n", part.name(), done, seconds(start));
    } catch (TestbedException e) {
      System.err.printf("  %-22s %s%n", part.name(), "failed: " + e.getMessage());
      throw e;
    }
  }

  static double seconds(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }
}
