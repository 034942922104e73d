package dev.orderchain.order.chain;

import static dev.orderchain.order.chain.Links.assertLink;
import static dev.orderchain.order.chain.Links.chain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.orderchain.order.OnCards;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import org.junit.jupiter.api.Test;

/** A card order says what is known of each party, what was decided, and who moves next. */
@QuarkusTest
class CardChainIT extends OnCards {
  @Test
  void confirmedOrderWaitsForNobody() {
    String id = placeByCard(newPricedSku(1), "tok_ok");
    awaitState(id, "CONFIRMED");
    JsonPath chain = chain(id);
    for (String link : new String[] {"reservation", "payment", "decision"}) {
      assertLink(chain, link, "CONFIRMED", null);
    }
    assertNull(chain.get("confirmations.find { it.confirmation == 'refund' }"));
    assertEquals("CONFIRM", chain.get(evidence("decision") + "decision"));
    assertEquals(
        "[AUTHORISED, decided CONFIRM, CAPTURED]",
        chain.getList(evidence("payment") + "facts.fact").toString());
  }

  @Test
  void unansweredOrderIsUnknownAndADriverLooks() {
    String id = placeByCard(newPricedSku(1), "tok_receipt_only");
    await().untilAsserted(() -> assertLink(chain(id), "payment", "UNKNOWN", "order-service: "));
    assertLink(chain(id), "decision", "MISSING", "order-service: ");
    assertLink(chain(id), "reservation", "MISSING", "order-service: ");
  }

  @Test
  void declinedRefundWaitsForAPerson() {
    String id = placeByCard(newPricedSku(1), "tok_refund_declined");
    awaitState(id, "CONFIRMED");
    assertEquals(202, refund(id, newKey()).statusCode());
    awaitStep(id, "NEEDS_REVIEW");
    assertLink(chain(id), "refund", "MISSING", "an operator: POST /reviews/" + workflowId(id));
  }

  private static String evidence(String link) {
    return "confirmations.find { it.confirmation == '" + link + "' }.evidence.";
  }
}
