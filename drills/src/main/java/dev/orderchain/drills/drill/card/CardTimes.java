package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Arming;
import dev.orderchain.testbed.Chain;
import java.time.Duration;

/** Times of card orders that a drill can wait for; the others are order-service's own. */
final class CardTimes {
  private CardTimes() {}

  /**
   * In place of 10 s, with as much of it for an attempt and for a driver as there can be. No
   * deadline of an order comes near, on however slow a machine.
   */
  static Arming lease(Duration lease) {
    return ends(Duration.ofMinutes(5), Duration.ofMinutes(10))
        .setting("ORDER_CARD_LEASE", lease.toMillis() + "ms")
        .setting("ORDER_CARD_STEP_BUDGET", lease.toMillis() / 2 + "ms")
        .setting("ORDER_CARD_ATTEMPT_WITHIN", lease.toMillis() / 4 + "ms");
  }

  private static Arming ends(Duration decideWithin, Duration reviewAfter) {
    return Arming.PLAIN
        .setting("ORDER_CARD_DECIDE_WITHIN", decideWithin.toMillis() + "ms")
        .setting("ORDER_CARD_REVIEW_AFTER", reviewAfter.toMillis() + "ms");
  }

  /** In place of 30 s and 90 s, which a chain that ran already keeps. */
  static void shorten(Stage stage, Duration decideWithin, Duration reviewAfter) {
    if (stage.world().isHere()) return;
    stage.target(Chain.ORDER_SERVICE).restart(ends(decideWithin, reviewAfter));
  }
}
