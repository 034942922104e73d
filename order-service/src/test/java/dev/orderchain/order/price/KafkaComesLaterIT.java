package dev.orderchain.order.price;

import static dev.orderchain.order.price.PriceTopics.changed;

import dev.orderchain.testbed.link.Link;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

/** The service starts without Kafka, and takes its events when it is there. */
@QuarkusTest
@WithTestResource(value = KafkaComesLater.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class KafkaComesLaterIT extends OnPrices {
  Link link;

  @Test
  void everythingWorksBeforeAndEventsAreTakenAfter() {
    String sku = newSku(10);
    PriceEventsIT.assertEverythingWorks(sku);
    execute("UPDATE product SET version = 3, price_cents = 900 WHERE sku = ?", sku);
    assertProduct(2, 750, read(sku));
    link.heal();
    try (PriceTopics topics = new PriceTopics()) {
      topics.send(changed(sku, 3));
      await().untilAsserted(() -> assertProduct(3, 900, read(sku)));
    }
  }
}
