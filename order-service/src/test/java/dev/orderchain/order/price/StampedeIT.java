package dev.orderchain.order.price;

import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** With time for Redis: so many at once can be too many for a service that has just started. */
@QuarkusTest
@WithTestResource(value = PatientScripts.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class StampedeIT extends Stampede {
  @Override
  String cacheStatus() {
    return "prices; fwd=miss";
  }
}
