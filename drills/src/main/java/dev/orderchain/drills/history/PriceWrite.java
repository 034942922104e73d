package dev.orderchain.drills.history;

import java.time.Instant;

/**
 * One time that a product's price was to be changed.
 *
 * @param replaced the version that it was to take the place of
 */
public record PriceWrite(
    int replaced, long cents, Instant asked, Instant answered, Outcome outcome) {

  /** What it was told. */
  public sealed interface Outcome {}

  /**
   * 200: it is done.
   *
   * @param invalidated whether the cache knew before the answer
   * @param replayed whether the answer says that it was done before
   */
  public record Changed(int version, long cents, boolean invalidated, boolean replayed)
      implements Outcome {}

  /** An answer that says that nothing was written by this attempt. */
  public record Refused(int status, String type) implements Outcome {}

  /** No answer, or one that says that the outcome is unknown. It may have happened. */
  public record Unknown(String how) implements Outcome {}

  /** In a word or two, for a line of evidence. */
  public String brief() {
    return switch (outcome) {
      case Changed changed -> changed.replayed() ? "REPLAYED" : "CHANGED";
      case Refused refused -> refused.status() + "/" + refused.type();
      case Unknown unknown -> "UNKNOWN/" + unknown.how();
    };
  }
}
