package dev.orderchain.notification;

import dev.orderchain.rules.HouseRules;

class HouseRulesTest extends HouseRules {
  HouseRulesTest() {
    super("dev.orderchain.notification");
  }
}
