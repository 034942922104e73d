package dev.orderchain.order.reservation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.MySqlLink;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A commit whose answer is lost is unknown, not failed; the same call finds out. */
@QuarkusTest
@WithTestResource(
    value = LostReservationCommitIT.ThroughALink.class,
    scope = TestResourceScope.RESTRICTED_TO_CLASS)
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

  /** The service reaches its database through a link; the test reaches it directly. */
  public static class ThroughALink implements QuarkusTestResourceLifecycleManager {
    private MySqlLink link;

    @Override
    public int order() {
      return 1;
    }

    @Override
    public Map<String, String> start() {
      link = MySqlLink.to("order-db", TestServers.current().orderDb().address());
      return Map.of(
          "ORDER_DB", link.address(),
          "ORDER_DB_OPTIONS", "&sslMode=DISABLED&allowPublicKeyRetrieval=true",
          "order.reservation.answer-within", "2s");
    }

    @Override
    public void inject(Object test) {
      ((LostReservationCommitIT) test).link = link;
    }

    @Override
    public void stop() {
      link.close();
    }
  }
}
