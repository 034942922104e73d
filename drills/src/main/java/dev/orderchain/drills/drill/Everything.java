package dev.orderchain.drills.drill;

import dev.orderchain.drills.drill.Plan.Step;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Findings;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Crowd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Traffic for a while, and a fault every few seconds, after a plan that the seed draws: the same
 * seed is the same plan, though not the same interleaving. Then everything is healed and judged.
 */
final class Everything implements Drill {
  private static final int SHOPPERS = 6;
  private static final Duration PACE = Duration.ofMillis(25);

  private final Duration length;

  Everything(Duration length) {
    this.length = length;
  }

  @Override
  public String name() {
    return "everything";
  }

  @Override
  public String fault() {
    return "a fault every few seconds, drawn from all that can be done to the chain, for "
        + length.toSeconds()
        + " s";
  }

  @Override
  public void run(Stage stage) throws Exception {
    List<Step> plan = Plan.draw(stage.random(), length, stage.world().where());
    Crowd crowd = stage.crowd(SHOPPERS, PACE);
    try (LaterEvents later = new LaterEvents(stage)) {
      Instant start = Instant.now();
      for (Step step : plan) {
        sleepUntil(start.plus(step.at()));
        bringAbout(stage, step);
      }
      sleepUntil(start.plus(length));
      crowd.stop();
      later.stop();
      stage.recover();
      count(stage, later);
    }
  }

  /** What did not hit (a commit is lost only when there is one) is not counted as a fault. */
  private static void bringAbout(Stage stage, Step step) throws Exception {
    Instant from = Instant.now();
    Fault.Running fault = step.fault().begin(stage);
    Thread.sleep(step.length());
    if (fault.end()) {
      stage.evidence().hit(step.fault().toString());
      stage.evidence().mark(Lane.FAULT, from, step.fault().toString());
    }
  }

  private void count(Stage stage, LaterEvents later) throws Exception {
    Findings findings = stage.judge();
    Evidence evidence = stage.evidence();
    evidence.show("seed", evidence.seed());
    evidence.show("faults", evidence.hits().size());
    evidence.show("orders", stage.orders());
    evidence.show("events", stage.orders() + later.count());
    evidence.show("unknown", stage.history().unknown());
    evidence.demand("effects", stage.effects(), stage.orders() + later.count());
    evidence.demand("lost", findings.lost(), 0);
    evidence.demand("doubled", findings.doubled(), 0);
    evidence.demand("ordered", findings.ordered(), true);
  }

  private static void sleepUntil(Instant time) throws InterruptedException {
    Duration left = Duration.between(Instant.now(), time);
    if (left.isPositive()) Thread.sleep(left);
  }
}
