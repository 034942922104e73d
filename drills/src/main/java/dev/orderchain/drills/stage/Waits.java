package dev.orderchain.drills.stage;

import dev.orderchain.drills.evidence.Evidence.Lane;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** What a drill waits for, each with a bound of its own. */
public final class Waits {
  private static final Duration POLL = Duration.ofMillis(20);

  private final Stage stage;
  private final AtRest atRest;

  Waits(Stage stage, AtRest atRest) {
    this.stage = stage;
    this.atRest = atRest;
  }

  /** Something that may be asked while a server is away. */
  public interface Condition {
    boolean holds() throws Exception;
  }

  /** Waits for something that has to come; not being able to ask is not having it. */
  public void await(String what, Duration bound, Condition condition) throws Exception {
    if (!comes(bound, condition)) {
      throw new IllegalStateException("waited " + bound.toSeconds() + " s in vain for: " + what);
    }
  }

  /** Waits for the sign that a fault has hit. */
  public void awaitHit(String how, Duration bound, Condition condition) throws Exception {
    if (!comes(bound, condition)) {
      throw new NotProven("not seen within " + bound.toSeconds() + " s: " + how);
    }
    stage.evidence().hit(how);
    stage.evidence().mark(Lane.FAULT, how);
  }

  static boolean comes(Duration bound, Condition condition) throws InterruptedException {
    Instant end = Instant.now().plus(bound);
    while (!holds(condition)) {
      if (Instant.now().isAfter(end)) return false;
      LockSupport.parkNanos(POLL.toNanos());
      if (Thread.interrupted()) throw new InterruptedException();
    }
    return true;
  }

  private static boolean holds(Condition condition) {
    try {
      return condition.holds();
    } catch (Exception cannotBeAsked) {
      return false;
    }
  }

  /** Waits until all events that are there now are in effect, while others may come. */
  public void awaitEffects(Duration bound) throws Exception {
    long last = stage.orderDb().count("SELECT MAX(id) FROM outbox");
    await("every event so far in effect", bound, () -> atRest.areInEffect(last));
  }
}
