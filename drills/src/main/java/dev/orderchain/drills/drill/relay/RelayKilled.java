package dev.orderchain.drills.drill.relay;

import dev.orderchain.drills.drill.fault.Crash;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.ChainLinks;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.CrashPoints;
import dev.orderchain.testbed.fault.CrashPoints.CrashPoint;
import java.time.Duration;

/** relay-service dies with an event in hand, on one of the edges between its three steps. */
public final class RelayKilled implements Drill {
  private final Edge edge;

  public RelayKilled(Edge edge) {
    this.edge = edge;
  }

  public enum Edge {
    AFTER_CLAIM(CrashPoints.RELAY_AFTER_CLAIM, "relay-killed-after-claim", 1),
    AFTER_SEND(CrashPoints.RELAY_AFTER_SEND, "relay-killed-after-send", 2),
    AFTER_MARK(CrashPoints.RELAY_AFTER_MARK, "relay-killed-after-mark", 1);

    private final CrashPoint point;
    private final String drill;
    private final int deliveries;

    Edge(CrashPoint point, String drill, int deliveries) {
      this.point = point;
      this.drill = drill;
      this.deliveries = deliveries;
    }
  }

  @Override
  public String name() {
    return edge.drill;
  }

  @Override
  public String fault() {
    return switch (edge) {
      case AFTER_CLAIM -> "relay-service is killed when its claim is committed and nothing is sent";
      case AFTER_SEND ->
          "relay-service is killed between Kafka's acknowledgement and the mark in the outbox";
      case AFTER_MARK -> "relay-service is killed right after its mark is committed";
    };
  }

  @Override
  public void run(Stage stage) throws Exception {
    Crash.arm(stage, Chain.RELAY_SERVICE, edge.point, Leases.SHORT);
    Request request = stage.request();
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
    }
    Crash.awaitHit(stage, Chain.RELAY_SERVICE, edge.point);
    Token token = Token.of(stage.orderDb(), stage.counts().orderIdOf(request));
    String stuckAt = edge == Edge.AFTER_MARK ? "nothing" : stuckAt(stage, request);
    stage.recover();
    count(stage, token, stuckAt);
  }

  private void count(Stage stage, Token token, String stuckAt) throws Exception {
    Evidence evidence = stage.evidence();
    evidence.demand("deliveries", stage.counts().deliveries().size(), edge.deliveries);
    evidence.demand("businessEffects", stage.counts().effects(), 1);
    evidence.demand("oldTokenCas", token.markSent(stage.orderDb()), 0);
    evidence.demand("finalState", Token.of(stage.orderDb(), token.orderId()).state(), "SENT");
    evidence.demand(
        "stuckAt", stuckAt, edge == Edge.AFTER_MARK ? "nothing" : "claim/relay-service");
  }

  /**
   * What the order says of itself when the dead relay's lease is over: what is missing, and who.
   */
  private static String stuckAt(Stage stage, Request request) throws Exception {
    String orderId = stage.counts().orderIdOf(request);
    stage
        .waits()
        .await(
            "the lease to end",
            Duration.ofSeconds(20),
            () ->
                stage
                        .orderDb()
                        .count(
                            """
                        SELECT COUNT(*) FROM outbox
                        WHERE aggregate_id = ? AND lease_until <= NOW(6)\
                        """,
                            orderId)
                    == 1);
    return ChainLinks.missing(stage, orderId).getFirst();
  }
}
