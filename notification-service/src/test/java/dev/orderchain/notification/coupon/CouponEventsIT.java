package dev.orderchain.notification.coupon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.notification.Sample;
import dev.orderchain.notification.Surroundings;
import dev.orderchain.notification.Topic;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From the broker to the database. */
@QuarkusTest
class CouponEventsIT extends OnCoupons {
  @Test
  void eachConsumerTakesTheTopicForItself() throws Exception {
    Sample confirmed = confirmation();
    try (Topic topic = new Topic(Surroundings.TOPIC, "coupons")) {
      topic.send(confirmed);
      topic.send(confirmed);
      topic.send(Sample.ofNewOrder());
      topic.send(refundOf(confirmed));

      // What does not concern it moves its offset too.
      await().until(() -> topic.committed() == topic.end());
    }

    assertEquals(List.of("REVOKED"), states(confirmed));
    await().until(() -> effects(refundOf(confirmed).eventId()) == 1);
    assertEquals(1, effects(confirmed.eventId()));
  }

  @Test
  void theContractsSamplesBecomeACouponAndItsRevocation() throws Exception {
    Sample confirmed = Sample.ofContract("order-confirmed");

    receive(confirmed, Sample.ofContract("order-refunded"));

    assertEquals(List.of("REVOKED"), states(confirmed));
  }

  @Test
  void isCounted() {
    List<String> metrics = RestAssured.get("/q/metrics").asString().lines().toList();
    for (String meter :
        List.of(
            "coupon_deliveries_total{outcome=\"received\"}",
            "coupon_deliveries_total{outcome=\"duplicate\"}",
            "coupon_parked_total",
            "coupon_retries_total",
            "coupon_reviews")) {
      assertEquals(1, metrics.stream().filter(line -> line.startsWith(meter + " ")).count(), meter);
    }
  }
}
