package dev.orderchain.drills.stage;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.check.DatabaseCheck;
import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.world.World;
import dev.orderchain.testbed.Chain;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs a drill: a healthy chain before it, recovery and the checks after it, whatever it did. */
public final class Runner {
  private final World world;
  private final Consumer<String> progress;

  /**
   * @param progress is told what happens as it happens, a line each
   */
  public Runner(World world, Consumer<String> progress) {
    this.world = world;
    this.progress = progress;
  }

  /** Never throws for what the drill or the chain did: that is in the evidence. */
  public Evidence run(Drill drill, long seed) throws InterruptedException {
    Evidence evidence = new Evidence(drill.name(), drill.fault(), seed, progress);
    if (!drill.runsOn(world.where(), world.isHere())) {
      evidence.notRun("cannot be run on " + world.where() + (world.isHere() ? ", here" : ""));
      evidence.end(List.of());
      return evidence;
    }
    try {
      world.heal();
      if (world.isHere()) requireNothingToFind();
      try (Stage stage = new Stage(world, evidence)) {
        run(drill, stage);
      }
    } catch (NotProven e) {
      evidence.notRun(e.getMessage());
      evidence.end(List.of());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      evidence.failed("no healthy chain to run it on: " + e);
      evidence.end(List.of());
    }
    return evidence;
  }

  /** What others left would be held against the drill. */
  private void requireNothingToFind() {
    String found =
        databaseCheck().stream()
            .filter(finding -> finding.count() > 0)
            .map(finding -> finding.name() + "=" + finding.count())
            .collect(Collectors.joining(" "));
    if (!found.isEmpty()) throw new NotProven("scripts/check finds " + found + " before it");
  }

  private Collection<Finding> databaseCheck() {
    return DatabaseCheck.compare(
        world.target(Chain.ORDER_DB).address(),
        world.target(Chain.NOTIFICATION_DB).address(),
        world.target(Chain.PAYMENT_PROVIDER).address(),
        world.password("auditor"));
  }

  private void run(Drill drill, Stage stage) throws InterruptedException {
    Evidence evidence = stage.evidence();
    try {
      drill.run(stage);
    } catch (NotProven | CannotRun e) {
      evidence.notRun(e.getMessage());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      evidence.failed(e.toString());
    }
    try {
      conclude(stage);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      evidence.failed("after the drill: " + e);
    }
    evidence.end(stage.history().attempts());
  }

  private void conclude(Stage stage) throws Exception {
    stage.recover();
    Instant checking = Instant.now();
    stage.judge().all().forEach(stage.evidence()::found);
    if (!world.isHere()) stage.prices().conclude().values().forEach(stage.evidence()::found);
    databaseCheck().forEach(stage.evidence()::found);
    stage
        .evidence()
        .mark(Lane.CHECK, checking, "history, rows and records held against each other");
  }
}
