package dev.orderchain.drills.benchmark.event;

import dev.orderchain.drills.benchmark.load.OutboxRows;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.drills.client.Metrics;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Service;
import dev.orderchain.testbed.process.Launch;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What the relay's claim of a full batch costs: in an empty table, behind a million SENT rows, and
 * while another connection holds a snapshot that is as old as the traffic of a minute. Taken from
 * the relay's own timer around drains of 20 full batches. It polls once a second here, so that next
 * to no empty claims are among them; both counts are in the raw figures.
 */
public final class ClaimCost implements Measure {
  private static final int BATCHES = 20;
  private static final int ROUNDS = 3;
  private static final int TRAFFIC_ROWS_PER_SECOND = 500;

  private Session session;
  private Results report;
  private Service relay;
  private OutboxRows outbox;
  private int batch;

  @Override
  public void run(Session session, Results report) throws Exception {
    this.session = session;
    this.report = report;
    Chain chain = session.rig().chain();
    relay = chain.relayService();
    batch = 500;
    chain.start(List.of(chain.orderDb(), chain.kafka(), chain.redis(), chain.orderService()));
    relay.start(
        Launch.PLAIN
            .environment("RELAY_BATCH", Integer.toString(batch))
            .environment("RELAY_POLL_INTERVAL", "1s"));
    try (OutboxRows rows = new OutboxRows(chain.orderDb())) {
      outbox = rows;
      measure(chain);
    }
  }

  private void measure(Chain chain) throws Exception {
    session.warmUp(6, () -> 1000 / claimMillis("warm-up", true));
    double empty = claimMillis("empty table", true);

    int sent = session.pick(1_000_000, 100_000);
    session.say("planting %,d SENT rows", sent);
    outbox.plantSent(sent);
    double full = claimMillis("SENT rows", false);

    double old;
    try (Connection holder = chain.orderDb().connect("orders");
        Statement snapshot = holder.createStatement()) {
      snapshot.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      snapshot.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
      traffic(session.pick(Duration.ofSeconds(60), Duration.ofSeconds(10)));
      old = claimMillis("old snapshot", false);
    }
    String rows = String.format("%,d", sent);
    report.add(Figure.stated("claim of " + batch + " rows, empty table", empty, "ms"));
    report.add(
        Figure.atMost(
            1.3, "claim with " + rows + " SENT rows against empty", full / empty, "times"));
    report.add(
        Figure.atMost(
            2, "claim with an old snapshot open as well, against empty", old / empty, "times"));
  }

  /** Rows come and are sent at a steady rate, so that the snapshot has something to hold on to. */
  private void traffic(Duration span) throws Exception {
    session.say("%d s of traffic under an open snapshot", span.toSeconds());
    long end = System.nanoTime() + span.toNanos();
    while (System.nanoTime() < end) {
      outbox.plantPending(TRAFFIC_ROWS_PER_SECOND / 2);
      Thread.sleep(500);
    }
    outbox.awaitSent(RelayDrain.BOUND);
  }

  private double claimMillis(String name, boolean emptied) throws Exception {
    List<Double> millis = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      Timer before = Timer.of(relay);
      relay.pause();
      if (emptied) outbox.clearSent();
      outbox.plantPending(BATCHES * batch);
      relay.resume();
      outbox.awaitSent(RelayDrain.BOUND);
      Timer after = Timer.of(relay);
      double claims = after.count() - before.count();
      millis.add(1000 * (after.seconds() - before.seconds()) / BATCHES);
      report.raw("claim, " + name + ", claims in round " + round, claims);
    }
    report.raw("claim, " + name + ", ms", millis);
    session.say("%s: %s ms a claim", name, millis);
    return Samples.of(millis).median();
  }

  private record Timer(double count, double seconds) {
    static Timer of(Service relay) throws IOException {
      return new Timer(
          Metrics.sum(relay.address(), "relay_claim_seconds_count", ""),
          Metrics.sum(relay.address(), "relay_claim_seconds_sum", ""));
    }
  }
}
