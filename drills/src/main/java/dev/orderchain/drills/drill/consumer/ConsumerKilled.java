package dev.orderchain.drills.drill.consumer;

import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.drill.fault.Crash;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.CrashPoints;
import dev.orderchain.testbed.fault.CrashPoints.CrashPoint;
import java.sql.SQLException;
import java.time.Instant;

/** notification-service dies on one side of its commit; the offset is not committed either way. */
public final class ConsumerKilled implements Drill {
  private final Edge edge;

  public ConsumerKilled(Edge edge) {
    this.edge = edge;
  }

  public enum Edge {
    BEFORE_COMMIT(CrashPoints.CONSUMER_BEFORE_COMMIT, "consumer-killed-before-commit"),
    BEFORE_OFFSET(CrashPoints.CONSUMER_BEFORE_OFFSET, "consumer-killed-before-offset");

    private final CrashPoint point;
    private final String drill;

    Edge(CrashPoint point, String drill) {
      this.point = point;
      this.drill = drill;
    }
  }

  @Override
  public String name() {
    return edge.drill;
  }

  @Override
  public String fault() {
    return edge == Edge.BEFORE_COMMIT
        ? "notification-service is killed when inbox row and effect are written and not committed"
        : "notification-service is killed when inbox row and effect are committed and the offset"
            + " is not";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Crash.arm(stage, Chain.NOTIFICATION_SERVICE, edge.point);
    Request request = stage.request();
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
    }
    Crash.awaitHit(stage, Chain.NOTIFICATION_SERVICE, edge.point);
    Rows atDeath = Rows.of(stage, request);
    stage.heal();
    Instant healed = Instant.now();
    // Without an inbox that decided, this would pass too early: it waits for the second delivery.
    stage
        .waits()
        .await(
            "the event to be delivered again",
            java.time.Duration.ofSeconds(60),
            () -> received(stage) >= 1);
    stage.rest(healed);
    count(stage, atDeath, Rows.of(stage, request));
  }

  private void count(Stage stage, Rows atDeath, Rows atRest) throws Exception {
    boolean rolledBack = edge == Edge.BEFORE_COMMIT;
    Evidence evidence = stage.evidence();
    evidence.demand(
        "committedAtDeath", atDeath.inbox + "+" + atDeath.effects, rolledBack ? "0+0" : "1+1");
    evidence.demand(
        "rollbackThenReplay",
        atDeath.inbox + atDeath.effects == 0 && atRest.inbox == 1 && atRest.effects == 1,
        rolledBack);
    evidence.demand("replay", (int) received(stage), 1);
    evidence.demand("inboxRejected", (int) received(stage, "duplicate"), rolledBack ? 0 : 1);
    evidence.demand("effects", atRest.effects, 1);
  }

  /** What the service that was started after the death has received. */
  private static double received(Stage stage) throws Exception {
    return received(stage, "");
  }

  private static double received(Stage stage, String outcome) throws Exception {
    return Metrics.sum(
        stage.target(Chain.NOTIFICATION_SERVICE).address(),
        "notification_deliveries_total",
        outcome);
  }

  private record Rows(long inbox, long effects) {
    static Rows of(Stage stage, Request request) throws SQLException {
      String orderId = stage.counts().orderIdOf(request);
      return new Rows(
          stage
              .notificationDb()
              .count("SELECT COUNT(*) FROM inbox WHERE event_id = CONCAT(?, ':1')", orderId),
          stage
              .notificationDb()
              .count("SELECT COUNT(*) FROM notification WHERE order_id = ?", orderId));
    }
  }
}
