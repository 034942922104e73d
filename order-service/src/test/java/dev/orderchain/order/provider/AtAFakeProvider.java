package dev.orderchain.order.provider;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The service calls a provider that does as the test tells it, and only a few calls at once. */
public class AtAFakeProvider implements QuarkusTestResourceLifecycleManager {
  static final int MOST_AT_ONCE = 4;

  private FakeProvider fake;

  /** After the servers, so that the address is this one's. */
  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    fake = new FakeProvider();
    return Map.of(
        "order.provider.url", fake.url().toString(),
        "order.provider.most-at-once", Integer.toString(MOST_AT_ONCE));
  }

  /** Into the test's fields of that type. */
  @Override
  public void inject(TestInjector injector) {
    injector.injectIntoFields(fake, new TestInjector.MatchesType(FakeProvider.class));
  }

  @Override
  public void stop() {
    fake.close();
  }
}
