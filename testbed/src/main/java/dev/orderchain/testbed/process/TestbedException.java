package dev.orderchain.testbed.process;

/** Something outside does not do what it must. The message is for a person and says what to do. */
public final class TestbedException extends RuntimeException {
  public TestbedException(String message) {
    super(message);
  }

  public TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
