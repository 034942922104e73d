package dev.orderchain.order.price;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Prices are read from the database alone. */
public class WithoutACache implements QuarkusTestResourceLifecycleManager {
  @Override
  public Map<String, String> start() {
    return Map.of("order.price.cached", "false");
  }

  @Override
  public void stop() {}
}
