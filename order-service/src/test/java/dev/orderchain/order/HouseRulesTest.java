package dev.orderchain.order;

import dev.orderchain.rules.HouseRules;
import java.util.Set;

class HouseRulesTest extends HouseRules {
  HouseRulesTest() {
    super("dev.orderchain.order");
  }

  @Override
  protected Set<String> longFiles() {
    return Set.of("workflow/Move.java", "workflow/Workflows.java");
  }
}
