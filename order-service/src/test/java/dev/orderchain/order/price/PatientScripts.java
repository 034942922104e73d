package dev.orderchain.order.price;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Redis has time, and is asked whatever happened before: the protocol's answers alone count. */
public class PatientScripts implements QuarkusTestResourceLifecycleManager {
  private static final String RUN =
      "quarkus.fault-tolerance.\"dev.orderchain.order.price.Scripts/run\".";

  @Override
  public Map<String, String> start() {
    return Map.of(RUN + "timeout.value", "10000", RUN + "circuit-breaker.enabled", "false");
  }

  @Override
  public void stop() {}
}
