package dev.orderchain.order.price;

import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.testbed.RedisServer;
import dev.orderchain.testbed.TestServers;
import dev.orderchain.testbed.link.Link;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Without Redis prices are read a little later, and nothing else is different. */
@QuarkusTest
@WithTestResource(value = ThroughALinkToRedis.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class RedisAwayIT extends OnRealServers {
  private static final String OPERATOR = TestServers.current().mintToken("ops", "operator");
  private static final Duration IN_TIME = Duration.ofSeconds(1);
  private static final int MOST_LATE = 3;
  private static final int READS = 100;
  private static final int ORDERS = 10;

  @Inject MeterRegistry meters;

  Link link;

  private final RedisServer redis = TestServers.current().redis();
  private final String sku = newSku(100);

  @BeforeEach
  void redisWorks() {
    await().until(() -> cacheStatus(read()).equals("prices; hit"));
    await().until(() -> priceCache().equals("working"));
  }

  @AfterEach
  void redisIsBack() {
    link.heal();
    redis.resume();
    redis.start();
  }

  @Test
  void aRedisThatDoesNotAnswerHoldsUpNothing() {
    redis.pause();
    everythingElseWorks();
    redis.resume();
    hitsComeBack();
  }

  @Test
  void aRedisThatIsGoneHoldsUpNothing() {
    redis.kill();
    everythingElseWorks();
    redis.start();
    hitsComeBack();
  }

  @Test
  void aSilentWayToRedisHoldsUpNothing() {
    link.drop();
    everythingElseWorks();
    assertTrue(link.droppedBytes() > 0);
    link.heal();
    hitsComeBack();
  }

  private void everythingElseWorks() {
    double notAsked = notAsked();
    mostlyInTime(
        READS,
        () -> {
          Response answer = read();
          assertEquals(200, answer.statusCode());
          assertEquals("prices; fwd=bypass", cacheStatus(answer));
          assertEquals(1, answer.<Integer>path("version"));
        });
    assertTrue(notAsked() - notAsked > READS / 2, "asked although it had failed");

    mostlyInTime(ORDERS, () -> assertEquals(201, place(newKey(), body(sku, 1)).statusCode()));
    change().then().statusCode(200).body("version", equalTo(2)).body("invalidated", equalTo(false));
    assertEquals(2, read().<Integer>path("version"));
    assertEquals(200, RestAssured.get("/q/health/ready").statusCode());
    assertTrue(priceCache().startsWith("degraded: "), priceCache());
  }

  /** A machine that is busy with something else may hold up a few. */
  private static void mostlyInTime(int times, Runnable call) {
    int late = 0;
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      call.run();
      if (System.nanoTime() - start > IN_TIME.toNanos()) {
        late++;
      }
    }
    assertTrue(late <= MOST_LATE, late + " of " + times + " took longer than " + IN_TIME);
  }

  /** With no restart of the service. */
  private void hitsComeBack() {
    String another = newSku(1);
    await().until(() -> cacheStatus(RestAssured.get("/products/" + another)).equals("prices; hit"));
    await().until(() -> priceCache().equals("working"));
  }

  private Response read() {
    return RestAssured.get("/products/" + sku);
  }

  private static String cacheStatus(Response answer) {
    return answer.header("Cache-Status");
  }

  private Response change() {
    return RestAssured.given()
        .header("Authorization", "Bearer " + OPERATOR)
        .header("If-Match", "\"1\"")
        .contentType("application/json")
        .body("{\"priceCents\":750}")
        .put("/products/" + sku);
  }

  private static String priceCache() {
    return RestAssured.get("/q/health/ready")
        .path("checks.find { it.name == 'price-cache' }.data.state");
  }

  /** How many calls the breaker has kept from Redis. */
  private double notAsked() {
    return meters
        .get("ft.circuitbreaker.calls.total")
        .tag("method", Scripts.class.getName() + ".run")
        .tag("circuitBreakerResult", "circuitBreakerOpen")
        .counter()
        .count();
  }
}
