package dev.orderchain.drills.benchmark;

import dev.orderchain.drills.benchmark.load.Rig;
import dev.orderchain.drills.benchmark.measure.Cpu;
import dev.orderchain.testbed.Part;

/**
 * How much of the machine was used by processes that have nothing to do with the measure. What was
 * measured beside busy neighbours says little. Making new databases counts as a neighbour, so a
 * short measure shows a few percent by itself.
 */
final class Neighbours {
  private static final double TOO_BUSY = 0.1;

  private final long began = System.nanoTime();
  private final double machineBefore = Cpu.machineMicros();
  private final double ownBefore = Cpu.micros(ProcessHandle.current().pid());

  /** Between 0 and 1, since this was made; while the parts of the rig are still running. */
  double share(Rig rig) {
    double ours = Cpu.micros(ProcessHandle.current().pid()) - ownBefore;
    for (Part part : rig.chain().parts()) {
      ours += part.pid().stream().mapToDouble(Cpu::micros).sum();
    }
    double all = Cpu.machineMicros() - machineBefore;
    double whole = Runtime.getRuntime().availableProcessors() * (System.nanoTime() - began) / 1e3;
    return Math.max(0, (all - ours) / whole);
  }

  static String warning(double share) {
    return share < TOO_BUSY ? "" : "; others used %.0f %% of the machine".formatted(100 * share);
  }
}
