package dev.orderchain.drills;

import dev.orderchain.rules.HouseRules;
import java.util.Set;

class HouseRulesTest extends HouseRules {
  HouseRulesTest() {
    super("dev.orderchain.drills");
  }

  @Override
  protected Set<String> longFiles() {
    return Set.of(
        "benchmark/order/CardOrderRate.java",
        "check/sql/OrderRows.java",
        "check/fact/Facts.java",
        "check/invariant/HistoryInvariant.java",
        "check/invariant/Invariant.java");
  }
}
