package dev.orderchain.drills.history;

/** What one attempt of a request was told. */
public sealed interface Answer {

  /**
   * 201: the order is there.
   *
   * @param replayed whether the answer says that it is the first one again
   */
  record Placed(String orderId, boolean replayed) implements Answer {}

  /** 422: the key was used with other content. */
  record Conflict() implements Answer {}

  /** Any other answer that says that nothing was written by this attempt. */
  record Refused(int status, String type) implements Answer {}

  /** No answer, or one that says that the outcome is unknown. It may have happened. */
  record Unknown(String how) implements Answer {}

  /** In a word or two, for a line of evidence. */
  default String brief() {
    return switch (this) {
      case Placed placed -> placed.replayed() ? "DUPLICATE" : "PLACED";
      case Conflict conflict -> "CONFLICT";
      case Refused refused -> refused.status() + "/" + refused.type();
      case Unknown unknown -> "UNKNOWN/" + unknown.how();
    };
  }
}
