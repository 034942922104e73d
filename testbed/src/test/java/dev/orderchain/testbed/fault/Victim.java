package dev.orderchain.testbed.fault;

import java.time.Duration;

/** A program that works twice, says so, and tells how long each time took. */
final class Victim {
  private Victim() {}

  public static void main(String[] args) {
    first();
    second();
    System.out.println("end");
  }

  private static void first() {
    work("first");
  }

  private static void second() {
    work("second");
  }

  private static void work(String which) {
    long start = System.nanoTime();
    begin(which);
    System.out.println(which + " " + Duration.ofNanos(System.nanoTime() - start).toMillis());
  }

  private static void begin(String which) {
    System.out.println("begin " + which);
  }
}
