package dev.orderchain.drills.drill.server;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Findings;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.stage.Waits;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.drills.world.Where;
import dev.orderchain.drills.world.Wire;
import dev.orderchain.testbed.link.Link;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** The connections of each service to each of its servers break, one kind after the other. */
public final class LinkBroken implements Drill {
  private static final Duration DROPPING = Duration.ofSeconds(6);
  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final int SHOPPERS = 2;
  private static final Duration PACE = Duration.ofMillis(30);

  private final How how;

  public LinkBroken(How how) {
    this.how = how;
  }

  public enum How {
    CUT,
    HALF_OPEN
  }

  @Override
  public String name() {
    return how == How.CUT ? "link-cut" : "link-half-open";
  }

  @Override
  public String fault() {
    return how == How.CUT
        ? "the connections of each service to each server are reset, one kind after the other"
        : "the connections of each service to each server go silent with their sockets open, one"
            + " kind after the other";
  }

  @Override
  public Set<Where> where() {
    return Set.of(Where.LOCAL);
  }

  @Override
  public void run(Stage stage) throws Exception {
    stage.crowd(SHOPPERS, PACE);
    Duration slowest = Duration.ZERO;
    for (Wire wire : Wire.ofEveryOrder()) {
      stage.waits().await("traffic through " + wire, BOUND, trafficGoesOn(stage));
      Duration recovery = breakAndRecover(stage, wire);
      if (recovery.compareTo(slowest) > 0) slowest = recovery;
    }
    stage.rest(Instant.now());
    Findings findings = stage.judge();
    Evidence evidence = stage.evidence();
    evidence.show("unknown", stage.history().unknown());
    evidence.show("orders", stage.counts().orders());
    evidence.demand("effects", stage.counts().effects(), stage.counts().orders());
    evidence.demand("lost", findings.lost(), 0);
    evidence.demand("doubled", findings.doubled(), 0);
    evidence.show("recoveredAfterMs", slowest.toMillis());
  }

  /**
   * From the end of the fault until an order that was placed after it, and all before, took effect.
   */
  private Duration breakAndRecover(Stage stage, Wire wire) throws Exception {
    Link link = stage.world().link(wire);
    Instant from = Instant.now();
    if (how == How.CUT) {
      long before = link.cutConnections();
      link.cut();
      stage
          .waits()
          .awaitHit(wire + ": connections reset", BOUND, () -> link.cutConnections() > before);
    } else {
      long before = link.droppedBytes();
      link.drop();
      stage.waits().awaitHit(wire + ": bytes vanish", BOUND, () -> link.droppedBytes() > before);
      Thread.sleep(DROPPING);
      link.heal();
    }
    stage.evidence().mark(Lane.FAULT, from, wire.toString());
    Instant ended = Instant.now();
    try (Shopper shopper = stage.shopper()) {
      shopper.insist(stage.request(), BOUND);
    }
    stage.waits().awaitEffects(BOUND);
    stage.evidence().mark(Lane.RECOVERY, ended, wire + ": all orders up to now in effect");
    return Duration.between(ended, Instant.now());
  }

  private static Waits.Condition trafficGoesOn(Stage stage) throws Exception {
    long before = stage.counts().effects();
    return () -> stage.counts().effects() > before + 5;
  }
}
