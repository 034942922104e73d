package dev.orderchain.order.price;

import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

@QuarkusTest
@WithTestResource(value = KafkaHasNoAddress.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class KafkaHasNoAddressIT extends OnPrices {
  @Test
  void theServiceStartsAndWorks() {
    PriceEventsIT.assertEverythingWorks(newSku(10));
  }
}
