package dev.orderchain.order.provider;

/** An attempt that shows that the provider is away or broken, which is what the breaker counts. */
final class NoReply extends Exception {
  /** False only when certainly nothing has left us. */
  private final boolean sent;

  NoReply(boolean sent, String why) {
    super(why, null, false, false);
    this.sent = sent;
  }

  Answer answer() {
    return sent ? new Answer.Unknown(getMessage()) : new Answer.NotSent(getMessage());
  }
}
