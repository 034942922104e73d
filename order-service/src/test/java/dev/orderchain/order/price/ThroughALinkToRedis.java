package dev.orderchain.order.price;

import dev.orderchain.testbed.Link;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The service reaches Redis through a link. */
public class ThroughALinkToRedis implements QuarkusTestResourceLifecycleManager {
  private Link link;

  /** After the servers, so that the address is this one's. */
  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    link = Link.to("redis", TestServers.current().redis().address());
    return Map.of("REDIS", link.address());
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
