package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.ThroughALink;
import dev.orderchain.testbed.link.MySqlLink;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A commit whose answer is lost is unknown, not failed; the same change again finds out. */
@QuarkusTest
@WithTestResource(value = ThroughALink.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class LostPriceCommitIT extends OnPrices {
  private static final String CHANGED_ONCE = "2:750 of 1:500,2:750 events 1";

  MySqlLink link;

  private final String sku = newSku(10);

  @AfterEach
  void heal() {
    link.heal();
  }

  @Test
  void lostAnswerIsFoundOutByTheServiceItself() {
    warm(sku);
    int lostBefore = link.lost();
    link.loseNextCommitAnswer();
    Response found = change(sku, 1, 750);

    assertEquals(lostBefore + 1, link.lost());
    assertProduct(2, 750, found);
    assertNull(found.header("Idempotency-Replayed"));
    assertEquals(true, found.path("invalidated"));
    assertEquals(CHANGED_ONCE, written(sku));
    assertProduct(2, 750, read(sku));
  }

  @Test
  void lostRequestIsTriedAgain() {
    warm(sku);
    int lostBefore = link.lost();
    link.loseNextCommitRequest();
    Response made = change(sku, 1, 750);

    assertEquals(lostBefore + 1, link.lost());
    assertProduct(2, 750, made);
    assertNull(made.header("Idempotency-Replayed"));
    assertEquals(CHANGED_ONCE, written(sku));
    assertProduct(2, 750, read(sku));
  }

  @Test
  void unknownOutcomeIsSaidWhenTheDatabaseStaysAway() {
    warm(sku);
    int lostBefore = link.lost();
    link.refuseAfterLoss();
    link.loseNextCommitAnswer();
    Response unknown = change(sku, 1, 750);

    assertEquals(lostBefore + 1, link.lost());
    assertProblem(503, "outcome-unknown", unknown);
    assertTrue(Integer.parseInt(unknown.header("Retry-After")) > 0);
    assertEquals(CHANGED_ONCE, written(sku));

    link.heal();
    Response found = change(sku, 1, 750);
    assertProduct(2, 750, found);
    assertEquals("true", found.header("Idempotency-Replayed"));
    assertEquals(true, found.path("invalidated"));
    assertEquals(CHANGED_ONCE, written(sku));
    assertProduct(2, 750, read(sku));
  }

  @Test
  void unknownOutcomeMayBeThatNothingIsWritten() {
    int lostBefore = link.lost();
    link.refuseAfterLoss();
    link.loseNextCommitRequest();
    assertProblem(503, "outcome-unknown", change(sku, 1, 750));
    assertEquals(lostBefore + 1, link.lost());
    assertEquals("1:500 of 1:500 events 0", written(sku));

    link.heal();
    Response made = change(sku, 1, 750);
    assertProduct(2, 750, made);
    assertNull(made.header("Idempotency-Replayed"));
    assertEquals(CHANGED_ONCE, written(sku));
  }

  @Test
  void databaseThatWasNeverReachedIsNoUnknownOutcome() {
    link.refuse();
    Response refused = change(sku, 1, 750);
    assertProblem(503, "unavailable", refused);
    assertTrue(Integer.parseInt(refused.header("Retry-After")) > 0);
    assertEquals("1:500 of 1:500 events 0", written(sku));

    link.heal();
    assertProduct(2, 750, change(sku, 1, 750));
    assertEquals(CHANGED_ONCE, written(sku));
  }

  @Test
  void whatIsCachedIsReadWithoutTheDatabase() {
    String unread = newSku(10);
    warm(sku);
    link.refuse();
    assertProduct(1, 500, read(sku));
    assertProblem(503, "unavailable", read(unread));
    link.heal();
    assertProduct(1, 500, read(unread));
  }
}
