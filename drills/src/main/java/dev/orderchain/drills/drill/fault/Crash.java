package dev.orderchain.drills.drill.fault;

import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Arming;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.fault.CrashPoints.CrashPoint;
import java.time.Duration;
import java.time.Instant;

/** A service that ends itself at a point of its code, by rules that are brought from outside. */
public final class Crash {
  private static final Duration HITS_WITHIN = Duration.ofSeconds(90);

  private Crash() {}

  public static void arm(Stage stage, String service, CrashPoint point) {
    arm(stage, service, point, Arming.PLAIN);
  }

  /** Starts the service again so that it dies when it next comes to that point. */
  public static void arm(Stage stage, String service, CrashPoint point, Arming settings) {
    Instant from = Instant.now();
    stage.target(service).restart(settings.rules(point.rules()));
    stage.evidence().mark(Lane.FAULT, from, service + " armed: " + point.name());
  }

  /** It has said where it was, and is gone. */
  public static void awaitHit(Stage stage, String service, CrashPoint point) throws Exception {
    Target target = stage.target(service);
    stage
        .waits()
        .awaitHit(
            service + " said \"" + point.trace() + "\" and was gone",
            HITS_WITHIN,
            () -> !target.isRunning() && target.log().contains(point.trace()));
  }
}
