package dev.orderchain.drills.check.fact;

import java.io.PrintWriter;
import java.time.Duration;

/** Tells on a long run, every few seconds, what is being looked at and how many rows were read. */
public final class Progress {
  private static final long EVERY = Duration.ofSeconds(2).toNanos();

  private final PrintWriter out;
  private String step = "";
  private long rows;
  private long lastTold = System.nanoTime();

  public Progress(PrintWriter out) {
    this.out = out;
  }

  public void begin(String step) {
    this.step = step;
    rows = 0;
  }

  public void read(int count) {
    rows += count;
    if (System.nanoTime() - lastTold < EVERY) return;
    lastTold = System.nanoTime();
    out.printf("%s: %,d rows read%n", step, rows);
    out.flush();
  }
}
