package dev.orderchain.testbed;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A program that says what time it is, and how long a sleep and a park of 300 ms were. */
public final class Clock {
  public static final int SLEEP_MILLIS = 300;

  private Clock() {}

  public static void main(String[] args) throws InterruptedException {
    System.out.println(Instant.now().toEpochMilli());
    long start = System.nanoTime();
    Thread.sleep(SLEEP_MILLIS);
    long slept = System.nanoTime();
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(SLEEP_MILLIS));
    System.out.println(TimeUnit.NANOSECONDS.toMillis(slept - start));
    System.out.println(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - slept));
  }
}
