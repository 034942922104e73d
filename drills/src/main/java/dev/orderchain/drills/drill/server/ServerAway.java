package dev.orderchain.drills.drill.server;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Findings;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import java.time.Duration;
import java.time.Instant;

/** A server is killed in mid-traffic and started again after a while. */
public final class ServerAway implements Drill {
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final int SHOPPERS = 4;
  private static final Duration PACE = Duration.ofMillis(20);

  private final String name;
  private final String server;
  private final Duration away;

  private ServerAway(String name, String server, Duration away) {
    this.name = name;
    this.server = server;
    this.away = away;
  }

  public static Drill kafkaKilled() {
    return new ServerAway("kafka-killed", Chain.KAFKA, SHORT);
  }

  public static Drill kafkaAway() {
    return new ServerAway("kafka-away", Chain.KAFKA, LONG);
  }

  public static Drill orderDbKilled() {
    return new ServerAway("order-db-killed", Chain.ORDER_DB, SHORT);
  }

  public static Drill notificationDbKilled() {
    return new ServerAway("notification-db-killed", Chain.NOTIFICATION_DB, SHORT);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String fault() {
    return server + " is killed under load and stays away for " + away.toSeconds() + " s";
  }

  @Override
  public boolean runsHere() {
    return true;
  }

  @Override
  public void run(Stage stage) throws Exception {
    Target target = stage.target(server);
    stage.crowd(SHOPPERS, PACE);
    stage.waits().await("effects before the fault", BOUND, () -> stage.counts().effects() > 20);
    Instant killed = Instant.now();
    target.kill();
    stage.waits().awaitHit(server + " is gone", BOUND, () -> !target.isRunning());
    Thread.sleep(away);
    Instant back = Instant.now();
    target.start();
    stage.evidence().mark(Lane.FAULT, killed, server + " away");
    Thread.sleep(Duration.ofSeconds(1));
    stage.rest(back);
    count(stage, killed, back);
  }

  private void count(Stage stage, Instant killed, Instant back) throws Exception {
    Findings findings = stage.judge();
    Evidence evidence = stage.evidence();
    long placedWhileAway =
        stage.history().attempts().stream()
            .filter(attempt -> attempt.answer() instanceof Answer.Placed)
            .filter(a -> a.asked().isAfter(killed) && a.answered().isBefore(back))
            .count();
    if (server.equals(Chain.ORDER_DB)) {
      evidence.show("unknown", stage.history().unknown());
      evidence.demand("acknowledgedLost", findings.lost(), 0);
    } else {
      // Neither the broker nor the consumer's database stands between a shopper and an order.
      evidence.show("placedWhileAway", placedWhileAway);
      evidence.demand("ordersGoOn", placedWhileAway > 0, true);
      evidence.demand("lost", findings.lost(), 0);
    }
    evidence.demand("doubled", findings.doubled(), 0);
    evidence.show("orders", stage.counts().orders());
    evidence.demand("effects", stage.counts().effects(), stage.counts().orders());
    Duration recovered = evidence.recoveredAfter();
    evidence.show("recoveredAfterMs", recovered == null ? "never" : recovered.toMillis());
  }
}
