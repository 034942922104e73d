package dev.orderchain.drills.drill;

import dev.orderchain.drills.world.Arming;

/** Leases that a drill can wait for. */
final class Leases {
  /** 2 s in place of 10 s. */
  static final Arming SHORT =
      Arming.PLAIN.setting("RELAY_LEASE", "2s").setting("RELAY_DELIVERY_TIMEOUT", "1500ms");

  private Leases() {}
}
