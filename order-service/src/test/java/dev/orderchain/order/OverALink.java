package dev.orderchain.order;

import dev.orderchain.testbed.link.Link;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The service reaches one of its servers through a link; the test reaches it directly. */
public abstract class OverALink<L extends Link> implements QuarkusTestResourceLifecycleManager {
  private L link;

  protected abstract L open();

  /** What the service is told. */
  protected abstract Map<String, String> configuration(L link);

  /** After the servers, so that the address is the link's. */
  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    link = open();
    return configuration(link);
  }

  /** Into the test's fields of that type. */
  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(link, new TestInjector.MatchesType(link.getClass()));
  }

  @Override
  public void stop() {
    link.close();
  }
}
