package dev.orderchain.relay.publish;

import dev.orderchain.relay.Settings;
import dev.orderchain.relay.outbox.Outbox;
import dev.orderchain.relay.outbox.Settlement;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Runs {@link PublishDue} in a thread of its own: at every poll interval, at once when woken, and
 * with growing waits while the broker or the database is away.
 *
 * <p>On shutdown it claims nothing more, waits for the answers to what is with the producer, at
 * most the delivery time-out, and gives back the rest; killed before that, the leases see to it.
 */
@ApplicationScoped
public class RelayLoop {
  private static final Logger LOG = Logger.getLogger(RelayLoop.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(3);
  private static final Duration A_ROW = Duration.ofMillis(5);
  private static final Duration FOR_NOTHING = Duration.ofMillis(10);
  private static final Duration SHUTDOWN_GRACE = Duration.ofSeconds(3);

  private final Settings settings;
  private final Topics topics;
  private final Sender sender;
  private final PublishDue publishDue;
  private final Semaphore wakeUps = new Semaphore(0);
  private final Thread thread = Thread.ofPlatform().name("relay").unstarted(this::run);
  private volatile boolean stopping;
  private volatile String trouble = "starting";
  private Duration wait = FIRST_WAIT;

  RelayLoop(
      Outbox outbox,
      Settlement settlement,
      Topics topics,
      Settings settings,
      MeterRegistry meters,
      @Identifier("default-kafka-broker") Map<String, Object> kafka) {
    this.settings = settings;
    this.topics = topics;
    this.sender =
        new Sender(
            kafka,
            settings,
            row -> QuarkusTransaction.requiringNew().call(() -> outbox.payload(row)));
    this.publishDue = new PublishDue(outbox, settlement, sender, settings, () -> stopping, meters);
  }

  void start(@Observes StartupEvent event) {
    if (settings.enabled()) {
      thread.start();
    } else {
      trouble = "relay.enabled is false";
    }
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    stopping = true;
    wakeUps.release();
    Duration bound = settings.deliveryTimeout().plus(SHUTDOWN_GRACE);
    if (thread.isAlive() && !thread.join(bound)) {
      LOG.warnf("still busy after %s; what is claimed comes back when its lease is over", bound);
    }
  }

  /** Something may be due; safe to call from anywhere, at any rate. */
  void wake() {
    if (wakeUps.availablePermits() == 0) {
      wakeUps.release();
    }
  }

  /** As {@link #wake}, for rows anywhere in the table. */
  public void wakeForAll() {
    publishDue.sweepNext();
    wake();
  }

  /** Why nothing moves at present, for people; empty when all is well. */
  String trouble() {
    return trouble;
  }

  private void run() {
    try {
      boolean woken = false;
      while (!stopping) {
        Duration pause = pass(woken);
        woken = wakeUps.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
        wakeUps.drainPermits();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sender.close();
    }
  }

  /** Returns how long to wait at most for the next pass. */
  private Duration pass(boolean woken) throws InterruptedException {
    try {
      topics.ensure();
      PublishDue.Pass pass = publishDue.run();
      if (pass.brokerAway()) {
        return troubled("the broker does not take events");
      }
      well();
      Duration rest = rest(pass.rows(), woken, settings.pollInterval());
      TimeUnit.NANOSECONDS.sleep(rest.toNanos());
      return settings.pollInterval().minus(rest);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      Duration pause = troubled(String.valueOf(e.getMessage()));
      LOG.debug("pass failed", e);
      return pause;
    }
  }

  /**
   * How long wake-ups are not heard after a pass, at most a poll interval. A single event is
   * followed at once; the busier the outbox, the longer the rest and the larger the next batch,
   * because a pass costs the database the same for one row as for twenty. A relay that was woken
   * for nothing rests too: another one was faster.
   */
  static Duration rest(int rows, boolean woken, Duration pollInterval) {
    Duration rest = rows > 0 ? A_ROW.multipliedBy(rows - 1L) : woken ? FOR_NOTHING : Duration.ZERO;
    return rest.compareTo(pollInterval) < 0 ? rest : pollInterval;
  }

  private void well() {
    if (!trouble.isEmpty()) {
      LOG.infof("publishing (before: %s)", trouble);
      trouble = "";
      wait = FIRST_WAIT;
    }
  }

  /** While in trouble wake-ups must not turn the waits into a busy loop, so it sleeps them out. */
  private Duration troubled(String what) throws InterruptedException {
    if (!what.equals(trouble)) {
      LOG.warnf("nothing moves, trying again: %s", what);
    }
    trouble = what;
    for (long end = System.nanoTime() + wait.toNanos(); !stopping; ) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        break;
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(left, 100_000_000L));
    }
    wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
    return Duration.ZERO;
  }
}
