package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.orderchain.order.OnCards;
import dev.orderchain.order.ThroughALink;
import dev.orderchain.testbed.link.MySqlLink;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A card order whose commit is lost, or its answer: one order, one workflow, one payment. */
@QuarkusTest
@WithTestResource(value = ThroughALink.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class LostCardCommitIT extends OnCards {
  MySqlLink link;

  @AfterEach
  void heal() {
    link.heal();
  }

  @Test
  void lostAnswerLeavesOneWorkflow() {
    link.loseNextCommitAnswer();
    assertOneOrder();
  }

  @Test
  void lostRequestLeavesOneWorkflow() {
    link.loseNextCommitRequest();
    assertOneOrder();
  }

  private void assertOneOrder() {
    int lostBefore = link.lost();
    String sku = newPricedSku(5);
    Response answer = place(newKey(), cardBody(sku, 1, "tok_ok"));
    assertEquals(lostBefore + 1, link.lost());
    assertEquals(201, answer.statusCode(), answer.asString());
    assertNull(answer.header("Idempotency-Replayed"));
    String orderId = answer.path("orderId");
    awaitState(orderId, "CONFIRMED");
    assertEquals(1, number("SELECT COUNT(*) FROM orders WHERE sku = ?", sku));
    assertEquals(1, number("SELECT COUNT(*) FROM workflow WHERE order_id = ?", orderId));
    assertEquals("4/0/1", pieces(sku));
    assertEquals("OrderPlaced,OrderConfirmed", events(orderId));
    assertEquals(PRICE, ledger(orderId).getLong("payments[0].capturedCents"));
  }
}
