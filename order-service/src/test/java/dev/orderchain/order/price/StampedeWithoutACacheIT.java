package dev.orderchain.order.price;

import static org.hamcrest.Matchers.equalTo;

import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import org.junit.jupiter.api.Test;

/** It is not the cache that holds them together. */
@QuarkusTest
@WithTestResource(value = WithoutACache.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class StampedeWithoutACacheIT extends Stampede {
  @Override
  String cacheStatus() {
    return "prices; fwd=bypass";
  }

  @Test
  void thatItIsOffIsSaid() {
    RestAssured.get("/q/health/ready")
        .then()
        .statusCode(200)
        .body("checks.find { it.name == 'price-cache' }.data.state", equalTo("off"));
  }
}
