package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.order.OnCards;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import org.junit.jupiter.api.Test;

/** Each card token, from the order to its one end, with the real provider. */
@QuarkusTest
class CardOrderIT extends OnCards {
  @Test
  void paidOrderIsConfirmed() {
    String sku = newPricedSku(10);
    String orderId = placeByCard(sku, "tok_ok");
    awaitState(orderId, "CONFIRMED");
    assertEquals("CONFIRMED", reservation(orderId));
    assertEquals("9/0/1", pieces(sku));
    assertEquals("OrderPlaced,OrderConfirmed", events(orderId));
    assertEquals("DONE", workflow(orderId, "step"));
    JsonPath ledger = ledger(orderId);
    assertEquals("CAPTURED", ledger.getString("payments[0].state"));
    assertEquals(PRICE, ledger.getLong("payments[0].capturedCents"));
    assertEquals(1, ledger.getInt("calls.AUTHORISE"));
    assertEquals(1, ledger.getInt("calls.CAPTURE"));
  }

  @Test
  void declinedOrderIsCancelledAndItsPiecesAreBack() {
    String sku = newPricedSku(10);
    String orderId = placeByCard(sku, "tok_declined");
    awaitStep(orderId, "DONE");
    assertEquals("CANCELLED", orderState(orderId));
    assertEquals("CANCELLED", reservation(orderId));
    assertEquals("10/0/0", pieces(sku));
    assertEquals("OrderPlaced,OrderCancelled", events(orderId));
    assertEquals("CANCEL", workflow(orderId, "decision"));
    assertEquals(1, ledger(orderId).getInt("calls.VOID"));
  }

  @Test
  void lostAnswerIsFoundOutByTheSameKey() {
    String orderId = placeByCard(newPricedSku(1), "tok_answer_lost");
    awaitState(orderId, "CONFIRMED");
    JsonPath ledger = ledger(orderId);
    assertEquals(1, ledger.getInt("calls.AUTHORISE"));
    assertEquals(1, ledger.getInt("calls.LOOK_UP"));
    assertEquals(PRICE, ledger.getLong("payments[0].capturedCents"));
  }

  @Test
  void lostAnswerToTheCaptureIsFoundOut() {
    String orderId = placeByCard(newPricedSku(1), "tok_capture_answer_lost");
    awaitState(orderId, "CONFIRMED");
    assertEquals(PRICE, ledger(orderId).getLong("payments[0].capturedCents"));
    assertEquals(1, ledger(orderId).getInt("calls.CAPTURE"));
  }

  @Test
  void slowAnswerIsUnknownAndThenFoundOut() {
    String orderId = placeByCard(newPricedSku(1), "tok_slow");
    awaitState(orderId, "CONFIRMED");
    assertEquals(1, ledger(orderId).getInt("calls.AUTHORISE"));
    assertEquals(
        "UNKNOWN",
        text(
            "SELECT fact FROM workflow_fact WHERE workflow_id = ? ORDER BY version LIMIT 1",
            workflowId(orderId)));
  }

  @Test
  void notFoundIsNotFailed() {
    String orderId = placeByCard(newPricedSku(1), "tok_appears_late");
    awaitState(orderId, "CONFIRMED");
    assertEquals("CAPTURED", paid(orderId));
  }

  @Test
  void refundGivesMoneyAndPiecesBack() {
    String sku = newPricedSku(5);
    String orderId = placeByCard(sku, "tok_ok");
    awaitState(orderId, "CONFIRMED");
    String key = newKey();
    assertEquals(202, refund(orderId, key).statusCode());
    awaitState(orderId, "REFUNDED");
    assertEquals("true", refund(orderId, key).header("Idempotency-Replayed"));
    assertEquals(409, refund(orderId, newKey()).statusCode());
    assertEquals("5/0/0", pieces(sku));
    assertEquals("OrderPlaced,OrderConfirmed,OrderRefunded", events(orderId));
    assertEquals(PRICE, ledger(orderId).getLong("payments[0].refundedCents"));
    assertEquals(1, ledger(orderId).getInt("calls.REFUND"));
  }
}
