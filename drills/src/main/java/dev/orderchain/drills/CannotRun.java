package dev.orderchain.drills;

/** A command cannot do its work, so there is no verdict. The message is all that its user sees. */
public final class CannotRun extends RuntimeException {
  private static final long serialVersionUID = 1;

  public CannotRun(String message) {
    super(message);
  }

  public CannotRun(String message, Throwable cause) {
    super(message, cause);
  }
}
