package dev.orderchain.relay;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.quarkus.narayana.jta.QuarkusTransaction;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * Publishes what is due: claims a batch, sends it outside any transaction, settles the claim. The
 * same on the first day and after a crash; there is no recovery besides it.
 *
 * <pre>
 * we die                        who moves the rows on
 * before the claim commits      any relay: they are PENDING
 * before or while sending       any relay, when the lease is over
 * after Kafka's answer          any relay, when the lease is over: sent again, one effect
 * after the mark                nobody needs to
 * </pre>
 *
 * <p>Not thread-safe: one loop each. Several in one JVM or in many are what the claim is for.
 */
class PublishDue {
  private static final Logger LOG = Logger.getLogger(PublishDue.class);

  private final Outbox outbox;
  private final Sender sender;
  private final Settings settings;
  private final BooleanSupplier stopping;
  private final Meters meters;
  private final LowWater lowWater;
  private long nextExpiryCheck = System.nanoTime();
  private boolean brokerAway;

  /** How a pass ended, for whoever decides when the next one starts. */
  enum Pass {
    /** Everything due has been looked at. */
    DONE,
    /** The broker did not take what was due; it has been given back. */
    BROKER_AWAY
  }

  PublishDue(
      Outbox outbox,
      Sender sender,
      Settings settings,
      BooleanSupplier stopping,
      MeterRegistry registry) {
    this.outbox = outbox;
    this.sender = sender;
    this.settings = settings;
    this.stopping = stopping;
    this.meters = new Meters(registry);
    this.lowWater = new LowWater(settings.lowWaterLag(), settings.sweepEvery(), System.nanoTime());
  }

  /**
   * One pass over the due rows, batch after batch with no wait between.
   *
   * @throws SQLException when the database is away; claimed rows come back when their lease is over
   */
  Pass run() throws SQLException {
    takeBackExpired();
    long after = lowWater.start(System.nanoTime());
    while (!stopping.getAsBoolean()) {
      long claimedAt = System.nanoTime();
      // While the broker is away one row is enough to ask it whether it is back.
      Claim claim = claim(after, brokerAway ? 1 : settings.batch());
      if (!claim.rows().isEmpty() && !publish(claim, claimedAt)) {
        return Pass.BROKER_AWAY;
      }
      after = claim.lastId();
      lowWater.seen(after, System.nanoTime());
      if (!claim.full()) {
        break;
      }
    }
    return Pass.DONE;
  }

  /** Makes the next pass start at the first row. */
  void sweepNext() {
    lowWater.sweepNext();
  }

  private Claim claim(long after, int limit) throws SQLException {
    long start = System.nanoTime();
    Claim claim = inTransaction(() -> outbox.claim(after, limit, settings.lease()));
    meters.claim.record(Duration.ofNanos(System.nanoTime() - start));
    meters.claimed.increment(claim.rows().size());
    return claim;
  }

  /** False when the broker is away. */
  private boolean publish(Claim claim, long claimedAt) throws SQLException {
    // Our own stop watch, started before the claim: it runs out before the database's lease does.
    BooleanSupplier stop =
        () ->
            stopping.getAsBoolean() || System.nanoTime() - claimedAt >= settings.lease().toNanos();
    Map<Claim.Row, Verdict> verdicts = sender.send(claim, stop);
    settle(claim, verdicts, claimedAt);
    brokerAway = verdicts.values().stream().anyMatch(PublishDue::isBrokerAway);
    if (brokerAway) {
      sender.reset();
    }
    return !brokerAway;
  }

  private static boolean isBrokerAway(Verdict verdict) {
    return verdict instanceof Verdict.NotSent notSent && notSent.brokerAway();
  }

  /** Tries to settle for as long as the lease is ours; after that the rows come back anyway. */
  private void settle(Claim claim, Map<Claim.Row, Verdict> verdicts, long claimedAt)
      throws SQLException {
    Duration wait = Duration.ofMillis(50);
    while (true) {
      try {
        inTransaction(() -> settleOnce(claim, verdicts));
        return;
      } catch (SQLException e) {
        long left = settings.lease().toNanos() - (System.nanoTime() - claimedAt);
        if (wait.toNanos() >= left) {
          throw e;
        }
        LockSupport.parkNanos(wait.toNanos());
        wait = wait.multipliedBy(2);
      }
    }
  }

  private int settleOnce(Claim claim, Map<Claim.Row, Verdict> verdicts) throws SQLException {
    List<Claim.Row> sent = new ArrayList<>();
    List<Claim.Row> back = new ArrayList<>();
    int changed = 0;
    for (Map.Entry<Claim.Row, Verdict> entry : verdicts.entrySet()) {
      Claim.Row row = entry.getKey();
      switch (entry.getValue()) {
        case Verdict.Acknowledged a -> sent.add(row);
        case Verdict.NotSent n -> back.add(row);
        case Verdict.Failed f ->
            // Not due, and its order waits behind it, for the time of another lease.
            changed +=
                outbox.retryLater(
                    claim.id(), row, f.reason(), settings.lease(), settings.maxAttempts());
        case Verdict.Hopeless h -> {
          changed += outbox.park(claim.id(), row, h.reason());
          meters.parked.increment();
          LOG.warnf("parked %s: %s", row.eventId(), h.reason());
        }
      }
    }
    if (!sent.isEmpty()) {
      changed += outbox.markSent(claim.id(), sent);
    }
    if (!back.isEmpty()) {
      changed += outbox.giveBack(claim.id(), back);
      lowWater.sweepNext();
    }
    meters.sent.increment(sent.size());
    meters.givenBack.increment(back.size());
    meters.fenced.increment(verdicts.size() - changed);
    return changed;
  }

  private void takeBackExpired() throws SQLException {
    long now = System.nanoTime();
    if (now - nextExpiryCheck < 0) {
      return;
    }
    nextExpiryCheck = now + Math.min(settings.lease().toNanos() / 4, 1_000_000_000L);
    List<Long> ids = inTransaction(() -> outbox.takeBackExpired(settings.batch()));
    if (!ids.isEmpty()) {
      meters.takenBack.increment(ids.size());
      LOG.infof("took back %d rows whose lease is over, from id %d on", ids.size(), ids.get(0));
      lowWater.sweepNext();
    }
  }

  /** {@link java.util.concurrent.Callable} with the exception that callers know how to handle. */
  private interface Work<T> {
    T run() throws SQLException;
  }

  private static <T> T inTransaction(Work<T> work) throws SQLException {
    try {
      return QuarkusTransaction.requiringNew().call(work::run);
    } catch (RuntimeException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof SQLException sql) {
          throw sql;
        }
      }
      throw e;
    }
  }

  private static final class Meters {
    final Timer claim;
    final Counter claimed;
    final Counter sent;
    final Counter fenced;
    final Counter givenBack;
    final Counter takenBack;
    final Counter parked;

    Meters(MeterRegistry registry) {
      claim = Timer.builder("relay.claim").description("A claim's transaction").register(registry);
      claimed = registry.counter("relay.events", "what", "claimed");
      sent = registry.counter("relay.events", "what", "sent");
      fenced = registry.counter("relay.events", "what", "fenced");
      givenBack = registry.counter("relay.events", "what", "given_back");
      takenBack = registry.counter("relay.events", "what", "taken_back");
      parked = registry.counter("relay.events", "what", "parked");
    }
  }
}
