package dev.orderchain.relay.publish;

import dev.orderchain.relay.Settings;
import dev.orderchain.relay.outbox.Claim;
import dev.orderchain.relay.outbox.Outbox;
import dev.orderchain.relay.outbox.Settlement;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
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
 *
 * <p>Broken on purpose by the drills {@code relay-killed-after-claim}, {@code
 * relay-killed-after-send}, {@code relay-killed-after-mark} and {@code kafka-killed}.
 */
class PublishDue {
  private static final Logger LOG = Logger.getLogger(PublishDue.class);

  private final Outbox outbox;
  private final Settlement settlement;
  private final Sender sender;
  private final Settings settings;
  private final BooleanSupplier stopping;
  private final PublishMeters meters;
  private final LowWater lowWater;
  private long nextExpiryCheck = System.nanoTime();
  private boolean brokerAway;
  private int rows;

  /**
   * How a pass ended, for whoever decides when the next one starts.
   *
   * @param rows how many it claimed
   * @param brokerAway the broker did not take them; they have been given back
   */
  record Pass(int rows, boolean brokerAway) {}

  PublishDue(
      Outbox outbox,
      Settlement settlement,
      Sender sender,
      Settings settings,
      BooleanSupplier stopping,
      MeterRegistry registry) {
    this.outbox = outbox;
    this.settlement = settlement;
    this.sender = sender;
    this.settings = settings;
    this.stopping = stopping;
    this.meters = new PublishMeters(registry);
    this.lowWater = new LowWater(settings.lowWaterLag(), settings.sweepEvery(), System.nanoTime());
  }

  /**
   * One pass over the due rows, batch after batch with no wait between. While a full batch is sent
   * and settled, the next one is claimed already. The claim's own rule keeps the order: to it the
   * rows of the batch before are not sent yet, and what has to wait for them is left to the next
   * pass.
   *
   * @throws SQLException when the database is away; claimed rows come back when their lease is over
   */
  Pass run() throws SQLException {
    rows = 0;
    takeBackExpired();
    long start = lowWater.start(System.nanoTime());
    if (brokerAway) {
      // One row is enough to ask whether it is back.
      publish(claim(start, 1));
      return outcome();
    }
    Held held = claim(start, settings.batch());
    while (held.claim().full() && !stopping.getAsBoolean()) {
      held = publishAndClaimNext(held);
      if (brokerAway) {
        settle(held, all(held, new Verdict.NotSent("broker away", true)));
        return outcome();
      }
    }
    publish(held);
    return outcome();
  }

  private Pass outcome() {
    return new Pass(rows, brokerAway);
  }

  /** Makes the next pass start at the first row. */
  void sweepNext() {
    lowWater.sweepNext();
  }

  /**
   * A claim that this relay holds.
   *
   * @param since our own stop watch, started before the claim, so that it runs out before the lease
   *     does on the database's clock
   */
  private record Held(Claim claim, long since) {
    long left(Duration lease) {
      return lease.toNanos() - (System.nanoTime() - since);
    }
  }

  private Held claim(long after, int limit) throws SQLException {
    long start = System.nanoTime();
    Claim claim = InTransaction.run(() -> outbox.claim(after, limit, settings.lease()));
    long end = System.nanoTime();
    meters.claim.record(Duration.ofNanos(end - start));
    meters.claimed.increment(claim.rows().size());
    lowWater.seen(claim.lastId(), end);
    return new Held(claim, start);
  }

  private Held publishAndClaimNext(Held held) throws SQLException {
    FutureTask<Held> next = new FutureTask<>(() -> claim(held.claim().lastId(), settings.batch()));
    Thread.startVirtualThread(next);
    publish(held);
    try {
      return next.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof SQLException sql ? sql : new SQLException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while claiming", e);
    }
  }

  private void publish(Held held) throws SQLException {
    if (held.claim().rows().isEmpty()) {
      return;
    }
    rows += held.claim().rows().size();
    Map<Claim.Row, Verdict> verdicts =
        sender.send(
            held.claim(), () -> stopping.getAsBoolean() || held.left(settings.lease()) <= 0);
    settle(held, verdicts);
    brokerAway = verdicts.values().stream().anyMatch(PublishDue::isBrokerAway);
    if (brokerAway) {
      sender.reset();
    }
  }

  private static Map<Claim.Row, Verdict> all(Held held, Verdict verdict) {
    Map<Claim.Row, Verdict> verdicts = new LinkedHashMap<>();
    held.claim().rows().forEach(row -> verdicts.put(row, verdict));
    return verdicts;
  }

  private static boolean isBrokerAway(Verdict verdict) {
    return verdict instanceof Verdict.NotSent notSent && notSent.brokerAway();
  }

  /** Tries to settle for as long as the lease is ours; after that the rows come back anyway. */
  private void settle(Held held, Map<Claim.Row, Verdict> verdicts) throws SQLException {
    Duration wait = Duration.ofMillis(50);
    while (true) {
      try {
        InTransaction.run(() -> settleOnce(held.claim(), verdicts));
        return;
      } catch (SQLException e) {
        if (wait.toNanos() >= held.left(settings.lease())) {
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
            // Not due, and the later ones wait behind it, for the time of another lease.
            changed +=
                settlement.retryLater(
                    claim.id(), row, f.reason(), settings.lease(), settings.maxAttempts());
        case Verdict.Hopeless h -> {
          changed += settlement.park(claim.id(), row, h.reason());
          meters.parked.increment();
          LOG.warnf("parked %s: %s", row.eventId(), h.reason());
        }
      }
    }
    if (!sent.isEmpty()) {
      changed += settlement.markSent(claim.id(), sent);
    }
    if (!back.isEmpty()) {
      changed += settlement.giveBack(claim.id(), back);
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
    List<Long> ids = InTransaction.run(() -> outbox.takeBackExpired(settings.batch()));
    if (!ids.isEmpty()) {
      meters.takenBack.increment(ids.size());
      LOG.infof("took back %d rows whose lease is over, from id %d on", ids.size(), ids.get(0));
      lowWater.sweepNext();
    }
  }
}
