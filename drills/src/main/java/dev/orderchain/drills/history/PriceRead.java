package dev.orderchain.drills.history;

import java.time.Instant;

/** One time that a product's price was read. */
public record PriceRead(Instant asked, Instant answered, Outcome outcome) {

  /** What came of it. */
  public sealed interface Outcome {}

  /**
   * @param from where it was read, as the answer's {@code Cache-Status} says
   */
  public record Price(int version, long cents, String from) implements Outcome {}

  /** No answer, or one without a price. */
  public record Failed(String how) implements Outcome {}
}
