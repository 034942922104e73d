package dev.orderchain.drills.traffic;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Members who go on doing the same, each one time after the other, until they are stopped. */
public final class Crowd {
  private final List<Thread> threads = new ArrayList<>();
  private final Duration pace;
  private volatile boolean stopping;

  /** One of them; not thread-safe. */
  public interface Member extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * @param pace how long each rests between two times
   */
  public Crowd(Duration pace) {
    this.pace = pace;
  }

  /**
   * Sets so many more of them to work.
   *
   * @param act called by all of them at once
   */
  public <M extends Member> Crowd add(int count, Supplier<M> members, Consumer<M> act) {
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofVirtual().start(() -> repeat(members.get(), act)));
    }
    return this;
  }

  /** Nothing new; returns when all have come to an end with what they are at. */
  public void stop() throws InterruptedException {
    stopping = true;
    for (Thread thread : threads) thread.join();
  }

  private <M extends Member> void repeat(M member, Consumer<M> act) {
    try (member) {
      while (!stopping) {
        act.accept(member);
        LockSupport.parkNanos(pace.toNanos());
      }
    }
  }
}
