package dev.orderchain.testbed;

import dev.orderchain.rules.HouseRules;
import java.util.Set;

class HouseRulesTest extends HouseRules {
  HouseRulesTest() {
    super("dev.orderchain.testbed");
  }

  @Override
  protected Set<String> longFiles() {
    return Set.of("Part.java", "link/Link.java");
  }
}
