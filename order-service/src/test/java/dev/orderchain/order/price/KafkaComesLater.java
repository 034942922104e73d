package dev.orderchain.order.price;

import dev.orderchain.testbed.Link;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The service looks for its broker over a link that refuses it, until a test heals it. */
public class KafkaComesLater implements QuarkusTestResourceLifecycleManager {
  private Link link;

  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    link = Link.to("kafka", TestServers.current().kafka().address());
    link.refuse();
    return Map.of("KAFKA", link.address());
  }

  /** Into the test's fields of that type. */
  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(link, new TestInjector.MatchesType(Link.class));
  }

  @Override
  public void stop() {
    link.close();
  }
}
