package dev.orderchain.drills.stage;

/** The fault was not seen to hit, so there is nothing to judge. */
public final class NotProven extends RuntimeException {
  private static final long serialVersionUID = 1;

  public NotProven(String why) {
    super(why);
  }
}
