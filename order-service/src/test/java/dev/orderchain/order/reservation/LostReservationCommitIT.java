package dev.orderchain.order.reservation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.ThroughALink;
import dev.orderchain.testbed.link.MySqlLink;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A commit whose answer is lost is unknown, not failed; the same call finds out. */
@QuarkusTest
@WithTestResource(value = ThroughALink.class, scope = TestResourceScope.RESTRICTED_TO_CLASS)
class LostReservationCommitIT extends OnReservations {
  MySqlLink link;

  private final String sku = newSku(10);
  private final String path = newPath();

  @AfterEach
  void heal() {
    link.heal();
  }

  /** Done by an attempt that nobody heard of, so the service finds it done before. */
  @Test
  void lostAnswerIsFoundOutByTheServiceItself() {
    int lostBefore = link.lost();
    link.loseNextCommitAnswer();
    assertAnswer(200, "RESERVED", reserve(path, sku, 3));
    assertStock(sku, 7, 3, 0);
    link.loseNextCommitAnswer();
    assertAnswer(200, "CANCELLED", cancel(path));
    assertStock(sku, 10, 0, 0);
    assertEquals(lostBefore + 2, link.lost());
  }

  @Test
  void lostRequestIsTriedAgain() {
    reserve(path, sku, 3);
    int lostBefore = link.lost();
    link.loseNextCommitRequest();
    assertAnswer(200, "CONFIRMED", confirm(path));
    assertEquals(lostBefore + 1, link.lost());
    assertStock(sku, 7, 0, 3);
  }

  @Test
  void unknownOutcomeIsSaidWhenTheDatabaseStaysAway() {
    reserve(path, sku, 3);
    int lostBefore = link.lost();
    link.refuseAfterLoss();
    link.loseNextCommitAnswer();
    Response unknown = cancel(path);
    assertEquals(lostBefore + 1, link.lost());
    assertRefused(503, "outcome-unknown", unknown);
    assertTrue(Integer.parseInt(unknown.header("Retry-After")) > 0);
    assertEquals("CANCELLED", rowState(path));

    link.heal();
    assertAnswer(200, "CANCELLED", cancel(path));
    assertStock(sku, 10, 0, 0);
  }

  @Test
  void databaseThatWasNeverReachedIsNoUnknownOutcome() {
    link.refuse();
    assertRefused(503, "unavailable", reserve(path, sku, 3));
    assertEquals("none", rowState(path));
  }
}
