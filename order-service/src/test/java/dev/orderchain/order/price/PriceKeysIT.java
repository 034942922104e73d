package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Products whose SKUs look like parts of the cache's keys and entries. */
@QuarkusTest
class PriceKeysIT extends OnPrices {
  private static final List<String> SKUS =
      List.of(
          "epoch",
          "a",
          "A",
          "a:floor",
          "a:cache",
          "a:floor:cache",
          ":floor",
          ":",
          "2|",
          "9|a",
          "a b",
          "%s",
          "é",
          "e\u0301",
          "宇治 🍵");

  @Test
  void eachHasAnEntryAndAFloorOfItsOwn() {
    SKUS.forEach(sku -> newSku(sku, 100 + SKUS.indexOf(sku)));
    SKUS.forEach(OnPrices::warm);
    String epoch = epoch();
    for (int changed = 0; changed < SKUS.size(); changed++) {
      assertProduct(2, 200 + changed, change(SKUS.get(changed), 1, 200 + changed));
      for (int i = 0; i < SKUS.size(); i++) {
        var answer = read(SKUS.get(i));
        assertEquals(SKUS.get(i), answer.path("sku"));
        assertProduct(i <= changed ? 2 : 1, (i <= changed ? 200 : 100) + i, answer);
      }
      warm(SKUS.get(changed));
    }
    assertEquals(epoch, epoch());
  }

  private static String epoch() {
    return RestAssured.get("/q/health/ready")
        .path("checks.find { it.name == 'price-cache' }.data.epoch");
  }
}
