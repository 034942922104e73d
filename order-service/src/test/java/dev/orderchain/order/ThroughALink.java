package dev.orderchain.order;

import dev.orderchain.testbed.MySqlLink;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The service reaches its database through a link; the test reaches it directly. */
public class ThroughALink implements QuarkusTestResourceLifecycleManager {
  private MySqlLink link;

  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    link = MySqlLink.to("order-db", TestServers.current().orderDb().address());
    return Map.of(
        "ORDER_DB", link.address(),
        "ORDER_DB_OPTIONS", "&sslMode=DISABLED&allowPublicKeyRetrieval=true",
        // What is lost is the request's commit, not that of a poll.
        "quarkus.scheduler.enabled", "false",
        "order.placing.deadline", "2s",
        "order.reservation.answer-within", "2s",
        "order.price.answer-within", "2s");
  }

  /** Into the test's fields of that type. */
  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(link, new TestInjector.MatchesType(MySqlLink.class));
  }

  @Override
  public void stop() {
    link.close();
  }
}
