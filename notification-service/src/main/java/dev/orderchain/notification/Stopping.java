package dev.orderchain.notification;

import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether the service is about to end. Whatever waits, waits here, so that no wait outlasts it. */
@ApplicationScoped
public class Stopping {
  static final int FIRST = 1;

  private final CountDownLatch begun = new CountDownLatch(1);

  public void begin(@Observes @Priority(FIRST) ShutdownEvent event) {
    begun.countDown();
  }

  public boolean hasBegun() {
    return begun.getCount() == 0;
  }

  /**
   * Waits.
   *
   * @return whether the service began to stop before the time was over
   */
  public boolean beginsWithin(Duration time) {
    try {
      return begun.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
