package dev.orderchain.drills.drill.relay;

import dev.orderchain.drills.world.Arming;
import java.time.Duration;

/** Leases that a drill can wait for. */
final class Leases {
  static final Arming SHORT = of(Duration.ofSeconds(2));

  private Leases() {}

  /** In place of 10 s. */
  static Arming of(Duration lease) {
    return Arming.PLAIN
        .setting("RELAY_LEASE", lease.toMillis() + "ms")
        .setting("RELAY_DELIVERY_TIMEOUT", lease.toMillis() * 3 / 4 + "ms");
  }
}
