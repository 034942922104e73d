package dev.orderchain.drills.drill.order;

import dev.orderchain.drills.drill.fault.Crash;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.CrashPoints;
import dev.orderchain.testbed.fault.CrashPoints.CrashPoint;
import java.time.Duration;
import java.util.List;

/** order-service dies on one side of the commit, with the client's request in hand. */
public final class OrderKilled implements Drill {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Side side;

  public OrderKilled(Side side) {
    this.side = side;
  }

  public enum Side {
    BEFORE(CrashPoints.ORDER_BEFORE_COMMIT),
    AFTER(CrashPoints.ORDER_AFTER_COMMIT);

    private final CrashPoint point;

    Side(CrashPoint point) {
      this.point = point;
    }
  }

  @Override
  public String name() {
    return side == Side.BEFORE ? "order-killed-before-commit" : "order-killed-after-commit";
  }

  @Override
  public String fault() {
    return side == Side.BEFORE
        ? "order-service is killed when all of an order is written and nothing is committed"
        : "order-service is killed right after the database committed an order";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Request request = stage.request();
    Crash.arm(stage, Chain.ORDER_SERVICE, side.point);
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
      Crash.awaitHit(stage, Chain.ORDER_SERVICE, side.point);
      boolean committed = stage.counts().orderIdOf(request) != null;
      stage.heal();
      shopper.insist(request, PATIENCE);
      stage.recover();
      count(stage, request, committed);
    }
  }

  private void count(Stage stage, Request request, boolean committed) throws Exception {
    List<Attempt> attempts = stage.history().attempts();
    Evidence evidence = stage.evidence();
    evidence.demand("clientSaw", attempts.getFirst().answer().brief(), "UNKNOWN/connection-broken");
    evidence.demand("serverCommitted", committed, side == Side.AFTER);
    evidence.demand(
        "replay", attempts.getLast().answer().brief(), side == Side.AFTER ? "DUPLICATE" : "PLACED");
    evidence.demand("orders", stage.counts().orders(), 1);
    evidence.demand("effects", stage.counts().effects(), 1);
  }
}
