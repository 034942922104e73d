package dev.orderchain.relay;

import dev.orderchain.rules.HouseRules;

class HouseRulesTest extends HouseRules {
  HouseRulesTest() {
    super("dev.orderchain.relay");
  }
}
