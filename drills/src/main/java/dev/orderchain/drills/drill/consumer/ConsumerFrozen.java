package dev.orderchain.drills.drill.consumer;

import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Findings;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.stage.source.Group;
import dev.orderchain.drills.world.Arming;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import java.time.Duration;
import java.time.Instant;

/** One of two consumers stands still for so long that its group goes on without it. */
public final class ConsumerFrozen implements Drill {
  private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(7);
  private static final Duration FROZEN = Duration.ofSeconds(10);
  private static final Duration BOUND = Duration.ofSeconds(90);

  private static final Arming IMPATIENT =
      Arming.PLAIN.setting(
          "KAFKA_MAX_POLL_INTERVAL_MS", Long.toString(MAX_POLL_INTERVAL.toMillis()));

  @Override
  public String name() {
    return "consumer-frozen";
  }

  @Override
  public String fault() {
    return "one of two consumers is frozen past max.poll.interval, and thawed when its group has"
        + " gone on without it";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Target frozen = stage.target(Chain.NOTIFICATION_SERVICE);
    frozen.restart(IMPATIENT);
    Target other = stage.world().another(Chain.NOTIFICATION_SERVICE, "notification-service-2");
    other.restart(IMPATIENT);
    try (Group group = new Group(stage.world().kafkaAddress(), "notification-service")) {
      stage.waits().await("both to share the partitions", BOUND, () -> group.working() == 2);
      stage.crowd(4, Duration.ofMillis(20));
      Thread.sleep(Duration.ofSeconds(2));
      Instant from = Instant.now();
      frozen.pause();
      Thread.sleep(FROZEN);
      stage
          .waits()
          .awaitHit(
              "the group has gone on without the frozen one", BOUND, () -> group.working() == 1);
      long before = stage.counts().effects();
      stage
          .waits()
          .await("effects without it", BOUND, () -> stage.counts().effects() > before + 10);
      frozen.resume();
      stage.evidence().mark(dev.orderchain.drills.evidence.Evidence.Lane.FAULT, from, "frozen");
      Instant thawed = Instant.now();
      stage.waits().awaitHit("thawed, it is in the group again", BOUND, () -> group.working() == 2);
      Thread.sleep(Duration.ofSeconds(1));
      stage.rest(thawed);
      Findings findings = stage.judge();
      stage.evidence().show("duplicates", (long) (duplicates(frozen) + duplicates(other)));
      stage.evidence().demand("effects", stage.counts().effects(), stage.counts().orders());
      stage.evidence().demand("lost", findings.lost(), 0);
      stage.evidence().demand("doubled", findings.doubled(), 0);
    }
  }

  private static double duplicates(Target consumer) throws Exception {
    return Metrics.sum(consumer.address(), "notification_deliveries_total", "duplicate");
  }
}
