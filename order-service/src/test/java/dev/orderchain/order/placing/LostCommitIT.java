package dev.orderchain.order.placing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.order.ThroughALink;
import dev.orderchain.testbed.link.MySqlLink;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A commit whose answer is lost is unknown, not failed, and is found out by the same identity. */
@QuarkusTest
@WithTestResource(value = ThroughALink.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class LostCommitIT extends OnRealServers {
  MySqlLink link;

  @AfterEach
  void heal() {
    link.heal();
  }

  @Test
  void lostAnswerIsFoundOutByTheServiceItself() {
    String sku = newSku(10);
    String key = newKey();
    int lostBefore = link.lost();
    link.loseNextCommitAnswer();
    Response answer = place(key, body(sku, 1));

    assertEquals(lostBefore + 1, link.lost());
    assertEquals(201, answer.statusCode(), answer.asString());
    // It is this request that placed the order, so it is told so as the first one.
    assertNull(answer.header("Idempotency-Replayed"));
    assertOneOrder(sku, answer);
  }

  @Test
  void lostRequestIsTriedAgain() {
    String sku = newSku(10);
    int lostBefore = link.lost();
    link.loseNextCommitRequest();
    Response answer = place(newKey(), body(sku, 1));

    assertEquals(lostBefore + 1, link.lost());
    assertEquals(201, answer.statusCode(), answer.asString());
    assertNull(answer.header("Idempotency-Replayed"));
    assertOneOrder(sku, answer);
  }

  @Test
  void unknownOutcomeIsSaidWhenTheDatabaseStaysAway() {
    String sku = newSku(10);
    String key = newKey();
    int lostBefore = link.lost();
    link.refuseAfterLoss();
    link.loseNextCommitAnswer();
    Response unknown = place(key, body(sku, 1));

    assertEquals(lostBefore + 1, link.lost());
    assertEquals(503, unknown.statusCode(), unknown.asString());
    assertEquals("https://order-chain.example/problems/outcome-unknown", unknown.path("type"));
    assertTrue(Integer.parseInt(unknown.header("Retry-After")) > 0);
    assertEquals(1, number("SELECT COUNT(*) FROM orders WHERE sku = ?", sku));

    link.heal();
    Response replay = place(key, body(sku, 1));
    assertEquals(201, replay.statusCode(), replay.asString());
    assertEquals("true", replay.header("Idempotency-Replayed"));
    assertOneOrder(sku, replay);
  }

  @Test
  void databaseThatWasNeverReachedIsNoUnknownOutcome() {
    String sku = newSku(10);
    link.refuse();
    Response refused = place(newKey(), body(sku, 1));

    assertEquals(503, refused.statusCode(), refused.asString());
    assertEquals("https://order-chain.example/problems/unavailable", refused.path("type"));
    assertEquals(0, number("SELECT COUNT(*) FROM orders WHERE sku = ?", sku));
  }

  private static void assertOneOrder(String sku, Response answer) {
    assertEquals(1, number("SELECT COUNT(*) FROM orders WHERE sku = ?", sku));
    assertEquals(
        answer.path("orderId").toString(), text("SELECT order_id FROM orders WHERE sku = ?", sku));
    assertEquals(1, number("SELECT COUNT(*) FROM outbox WHERE payload->>'$.sku' = ?", sku));
    assertEquals(9, number("SELECT available FROM stock WHERE sku = ?", sku));
  }
}
