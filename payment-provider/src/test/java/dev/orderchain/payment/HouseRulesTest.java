package dev.orderchain.payment;

import dev.orderchain.rules.HouseRules;

class HouseRulesTest extends HouseRules {
  HouseRulesTest() {
    super("dev.orderchain.payment");
  }
}
