package dev.orderchain.order.price;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The service is told a name for its broker that nobody knows, as of a container that is gone. */
public class KafkaHasNoAddress implements QuarkusTestResourceLifecycleManager {
  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    return Map.of("KAFKA", "kafka.invalid:9092");
  }

  @Override
  public void stop() {}
}
