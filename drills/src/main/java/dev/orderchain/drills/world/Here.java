package dev.orderchain.drills.world;

import dev.orderchain.drills.CannotRun;
import java.util.List;

/** A chain that ran already: what it has to be before it is hurt, and afterwards. */
public final class Here {
  private final List<? extends Target> parts;
  private final String startedBy;
  private boolean taken;

  /**
   * @param startedBy the command that starts such a chain
   */
  public Here(List<? extends Target> parts, String startedBy) {
    this.parts = List.copyOf(parts);
    this.startedBy = startedBy;
  }

  /**
   * Takes it, to be hurt.
   *
   * @throws CannotRun when not all of it runs; then it is left as it is
   */
  public void take() {
    List<String> missing = missing();
    if (!missing.isEmpty()) {
      throw new CannotRun(String.join("; ", missing) + ": " + startedBy + " starts the chain");
    }
    taken = true;
  }

  /** Whether it may have been hurt, and has to be healed when it is left. */
  public boolean isTaken() {
    return taken;
  }

  /** What of it does not run, a line each. */
  public List<String> missing() {
    return parts.stream()
        .filter(part -> !part.isHealthy())
        .map(part -> part.name() + " does not run")
        .toList();
  }
}
