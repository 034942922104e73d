package dev.orderchain.drills.history;

import dev.orderchain.drills.history.PriceWrite.Changed;
import dev.orderchain.drills.history.PriceWrite.Unknown;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** All writes and reads of one product's price. Many may write it at once. */
public final class PriceHistory {
  private final List<PriceWrite> writes = new ArrayList<>();
  private final List<PriceRead> reads = new ArrayList<>();
  private final List<Told> told = new ArrayList<>();

  /**
   * From that moment on nothing older may be read: the version is committed and the cache knows.
   */
  public record Told(int version, Instant since) {}

  /** Its writer is told so by the answer, or not. */
  public synchronized void add(PriceWrite write) {
    writes.add(write);
    if (write.outcome() instanceof Changed changed && changed.invalidated()) {
      told(changed.version(), write.answered());
    }
  }

  public synchronized void add(PriceRead read) {
    reads.add(read);
  }

  /** Not by its writer, but by whoever saw that its event has been received. */
  public synchronized void told(int version, Instant since) {
    told.add(new Told(version, since));
  }

  public synchronized List<PriceWrite> writes() {
    return List.copyOf(writes);
  }

  public synchronized List<PriceRead> reads() {
    return List.copyOf(reads);
  }

  public synchronized List<Told> told() {
    return List.copyOf(told);
  }

  /** How many writes ended without their outcome being known. */
  public long unknown() {
    return writes().stream().filter(write -> write.outcome() instanceof Unknown).count();
  }
}
