package dev.orderchain.order.price;

import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;

/** It is not the cache that holds them together. */
@QuarkusTest
@WithTestResource(value = WithoutACache.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class StampedeWithoutACacheIT extends Stampede {
  @Override
  String cacheStatus() {
    return "prices; fwd=bypass";
  }
}
