package dev.orderchain.drills.drill;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Verdict;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Runner;
import dev.orderchain.drills.world.World;
import dev.orderchain.testbed.process.TestbedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Drills one after the other on one chain. What a drill that failed leaves behind would be held
 * against the next one, so that one gets a new chain.
 */
final class Campaign implements AutoCloseable {
  private final Supplier<World> worlds;
  private final Consumer<String> progress;
  private final List<World> opened = new ArrayList<>();
  private final Map<String, String> versions = new TreeMap<>();
  private boolean fresh = true;

  /**
   * @param worlds opens a chain, not started yet
   * @param progress is told what happens as it happens, a line each
   */
  Campaign(Supplier<World> worlds, Consumer<String> progress) {
    this.worlds = worlds;
    this.progress = progress;
    // Also when somebody interrupts it.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  Evidence run(Drill drill, long seed) throws InterruptedException {
    if (fresh) start();
    progress.accept("");
    progress.accept(drill.name() + ": " + drill.fault());
    Evidence evidence = new Runner(opened.getLast(), progress).run(drill, seed);
    if (evidence.verdict() == Verdict.FAIL) {
      opened.getLast().close();
      fresh = true;
    }
    return evidence;
  }

  private void start() {
    Instant from = Instant.now();
    World world = worlds.get();
    progress.accept(world.isHere() ? "taking the chain that runs here" : "starting a chain");
    opened.add(world);
    try {
      world.start();
    } catch (TestbedException e) {
      throw new CannotRun(e.getMessage(), e);
    }
    versions.putAll(world.versions());
    Duration took = Duration.between(from, Instant.now());
    progress.accept("healthy after %.1f s".formatted(took.toMillis() / 1e3));
    fresh = false;
  }

  /** What ran, by name. */
  Map<String, String> versions() {
    return versions;
  }

  @Override
  public void close() {
    opened.forEach(World::close);
  }

  /** After {@link #close}: what is still there of all that was started, a line each. */
  List<String> leftovers() {
    return opened.stream().flatMap(world -> world.leftovers().stream()).distinct().toList();
  }
}
