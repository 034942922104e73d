package dev.orderchain.drills.traffic;

import dev.orderchain.drills.history.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Shoppers who go on ordering, each one request after the other, until they are stopped. */
public final class Crowd {
  private final List<Thread> threads = new ArrayList<>();
  private final Supplier<Request> requests;
  private final Duration pace;
  private final Duration patience;
  private volatile boolean stopping;

  /**
   * @param requests called by all of them at once
   * @param pace how long each rests between two requests
   * @param patience how long each asks for one outcome
   */
  public Crowd(Supplier<Request> requests, Duration pace, Duration patience) {
    this.requests = requests;
    this.pace = pace;
    this.patience = patience;
  }

  /** Sets so many more of them to work. */
  public Crowd add(int count, Supplier<Shopper> shoppers) {
    for (int i = 0; i < count; i++) {
      threads.add(Thread.ofVirtual().start(() -> shop(shoppers.get())));
    }
    return this;
  }

  /** No new requests; returns when those that are open have their outcome or were given up. */
  public void stop() throws InterruptedException {
    stopping = true;
    for (Thread thread : threads) thread.join();
  }

  private void shop(Shopper shopper) {
    try (shopper) {
      while (!stopping) {
        shopper.insist(requests.get(), patience);
        LockSupport.parkNanos(pace.toNanos());
      }
    }
  }
}
