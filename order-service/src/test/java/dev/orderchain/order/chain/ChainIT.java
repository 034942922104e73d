package dev.orderchain.order.chain;

import static dev.orderchain.order.chain.Links.assertLink;
import static dev.orderchain.order.chain.Links.chain;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.order.OnRealServers;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

/** A stuck order says which confirmation is missing and who will bring it about. */
@QuarkusTest
class ChainIT extends OnRealServers {
  @Test
  void freshOrderWaitsForTheRelay() {
    String id = placeOne();
    assertLink(chain(id), "request", "CONFIRMED", null);
    assertLink(chain(id), "commit", "CONFIRMED", null);
    assertLink(chain(id), "claim", "MISSING", "relay-service: its next poll");
    assertLink(chain(id), "broker", "MISSING", "relay-service: after the claim");
    assertLink(chain(id), "effect", "UNKNOWN", "notification-service");
  }

  @Test
  void claimedOrderMayHaveBeenSent() {
    String id = placeOne();
    deliver(id, "state = 'CLAIMED', claim_version = 1, lease_until = NOW(6) + INTERVAL 1 HOUR");
    assertLink(chain(id), "claim", "CONFIRMED", null);
    assertLink(chain(id), "broker", "UNKNOWN", "the holder of the claim");
  }

  @Test
  void overdueClaimIsForAnyRelay() {
    String id = placeOne();
    deliver(id, "state = 'CLAIMED', claim_version = 1, lease_until = NOW(6) - INTERVAL 1 SECOND");
    assertLink(chain(id), "claim", "MISSING", "the next relay that looks");
    assertLink(chain(id), "broker", "UNKNOWN", "sends it again");
  }

  @Test
  void sentOrderNeedsOnlyItsConsumer() {
    String id = placeOne();
    deliver(id, "state = 'SENT', claim_version = 1, sent_at = NOW(6)");
    assertLink(chain(id), "broker", "CONFIRMED", null);
    assertLink(chain(id), "effect", "UNKNOWN", "notification-service");
  }

  @Test
  void parkedOrderWaitsForAPerson() {
    String id = placeOne();
    deliver(id, "state = 'PARKED', claim_version = 1, attempts = 8, last_error = 'too large'");
    assertLink(chain(id), "broker", "MISSING", "an operator: POST /outbox/parked/" + id + ":1/");
    assertEquals(
        "too large",
        chain(id).get("confirmations.find { it.confirmation == 'broker' }.evidence.lastError"));
  }

  @Test
  void eventBehindAParkedOneIsHeldBack() {
    String id = placeOne();
    deliver(id, "state = 'PARKED', claim_version = 1");
    execute(
        """
        INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,
                            traceparent)
        VALUES (?, ?, 2, 'T', '{}', '')
        """,
        id + ":2",
        id);
    assertEquals(
        "relay-service: waits for an earlier event of this order",
        chain(id)
            .get(
                "confirmations.find { it.event == '"
                    + id
                    + ":2' && it.confirmation == 'claim' }.responsible"));
  }

  @Test
  void forgottenKeyIsSaid() {
    String id = placeOne();
    execute("DELETE FROM order_idempotency WHERE order_id = ?", id);
    assertLink(chain(id), "request", "CONFIRMED", null);
    assertLink(chain(id), "commit", "CONFIRMED", null);
  }

  private static String placeOne() {
    return place(newKey(), body(newSku(1), 1)).path("orderId");
  }

  private static void deliver(String id, String set) {
    assertEquals(1, execute("UPDATE outbox SET " + set + " WHERE aggregate_id = ?", id));
  }
}
