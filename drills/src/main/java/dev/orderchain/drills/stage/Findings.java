package dev.orderchain.drills.stage;

import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.check.invariant.HistoryInvariant;
import dev.orderchain.drills.check.invariant.HistoryInvariant.Kind;
import java.util.Collection;
import java.util.Map;

/** What the checks found on a drill's own traffic. */
public record Findings(Map<HistoryInvariant, Finding> byInvariant) {

  public long lost() {
    return sum(Kind.LOST);
  }

  public long doubled() {
    return sum(Kind.DOUBLED);
  }

  public boolean ordered() {
    return sum(Kind.ORDER) == 0;
  }

  Collection<Finding> all() {
    return byInvariant.values();
  }

  private long sum(Kind kind) {
    return byInvariant.entrySet().stream()
        .filter(finding -> finding.getKey().kind() == kind)
        .mapToLong(finding -> finding.getValue().count())
        .sum();
  }
}
