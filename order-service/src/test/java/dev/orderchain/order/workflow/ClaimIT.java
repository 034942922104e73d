package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnCards;
import dev.orderchain.order.orders.OrderIds;
import dev.orderchain.order.provider.PaymentProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Drivers that died, that are frozen, and that are too late. */
@QuarkusTest
class ClaimIT extends OnCards {
  private static final Duration WITHIN = Duration.ofSeconds(5);

  @Inject Workflows workflows;
  @Inject DriveOne driveOne;
  @Inject PaymentProvider provider;
  @Inject MeterRegistry meters;

  @Test
  void orderOfADriverThatDiedIsTakenOn() {
    String orderId = claimed("tok_ok");
    leaseIsOver(orderId);
    awaitState(orderId, "CONFIRMED");
    assertPaidOnce(orderId);
  }

  @Test
  void deathAfterTheAuthorisationPaysOnce() {
    String orderId = claimed("tok_ok");
    provider.authorise("pay:" + orderId, PRICE, "EUR", "tok_ok", WITHIN);
    leaseIsOver(orderId);
    awaitState(orderId, "CONFIRMED");
    assertEquals(2, ledger(orderId).getInt("calls.AUTHORISE"));
    assertPaidOnce(orderId);
  }

  @Test
  void deathAfterTheDecisionIsFollowedByTheCapture() {
    String orderId = decided("CONFIRM", "CAPTURE", "AUTHORISED");
    provider.authorise("pay:" + orderId, PRICE, "EUR", "tok_ok", WITHIN);
    leaseIsOver(orderId);
    awaitState(orderId, "CONFIRMED");
    assertEquals(1, ledger(orderId).getInt("calls.AUTHORISE"));
    assertPaidOnce(orderId);
  }

  @Test
  void deathAfterTheCapturePaysOnce() {
    String orderId = decided("CONFIRM", "CAPTURE", "AUTHORISED");
    provider.authorise("pay:" + orderId, PRICE, "EUR", "tok_ok", WITHIN);
    provider.capture("pay:" + orderId, WITHIN);
    leaseIsOver(orderId);
    awaitState(orderId, "CONFIRMED");
    assertEquals(2, ledger(orderId).getInt("calls.CAPTURE"));
    assertPaidOnce(orderId);
  }

  @Test
  void frozenHoldersWriteChangesNothing() {
    String orderId = claimed("tok_ok");
    Workflow frozen = read(orderId);
    leaseIsOver(orderId);
    awaitState(orderId, "CONFIRMED");
    int version = version(orderId);
    String facts = facts(orderId);
    double fenced = meters.counter("workflow.fenced").count();

    driveOne.drive(frozen);

    assertEquals(fenced + 1, meters.counter("workflow.fenced").count());
    assertEquals(version, version(orderId));
    assertEquals(facts, facts(orderId));
    assertEquals("CONFIRMED", orderState(orderId));
    assertEquals(2, ledger(orderId).getInt("calls.AUTHORISE"));
    assertPaidOnce(orderId);
  }

  /** The other is no further than the frozen one: it is the claim that keeps them apart. */
  @Test
  void frozenHolderCannotWriteAtTheSameStepEither() {
    String orderId = claimed("tok_ok");
    Workflow frozen = read(orderId);
    execute(
        "UPDATE workflow SET claim_id = REPEAT('B', 16), version = version + 1 WHERE order_id = ?",
        orderId);

    driveOne.drive(frozen);

    assertEquals("AUTHORISE", workflow(orderId, "step"));
    assertEquals("NONE", workflow(orderId, "payment"));
    assertEquals(0, ledger(orderId).getInt("calls.CAPTURE"));
    leaseIsOver(orderId);
    awaitState(orderId, "CONFIRMED");
    assertPaidOnce(orderId);
  }

  /** Two who hold it by the same claim: what one has written the other does not write over. */
  @Test
  void moveIsWrittenOnce() {
    String orderId = claimed("tok_ok");
    Workflow seen = read(orderId);
    driveOne.drive(seen);
    assertEquals("CONFIRMED", orderState(orderId));
    int version = version(orderId);
    driveOne.drive(seen);
    assertEquals(version, version(orderId));
    assertPaidOnce(orderId);
  }

  /** The answer is on its way when the time to decide is over. */
  @Test
  void authorisationThatComesTooLateIsVoided() {
    String orderId = claimed("tok_ok");
    Workflow inTime = read(orderId);
    execute("UPDATE workflow SET decide_by = NOW(6) WHERE order_id = ?", orderId);

    driveOne.drive(inTime);

    assertEquals("CANCEL", workflow(orderId, "decision"));
    assertEquals("CANCELLED", orderState(orderId));
    assertEquals("CANCELLED", reservation(orderId));
    assertEquals("DONE", workflow(orderId, "step"));
    assertEquals("VOIDED", paid(orderId));
    assertEquals(0, ledger(orderId).getInt("calls.CAPTURE"));
    assertEquals(
        "OUT_OF_TIME",
        text(
            "SELECT payload->>'$.reason' FROM outbox"
                + " WHERE aggregate_id = ? AND event_type = 'OrderCancelled'",
            orderId));
  }

  @Test
  void databaseRefusesTheOppositeDecision() throws SQLException {
    assertOppositeRefused(decided("CONFIRM", "CAPTURE", "AUTHORISED"), "cancel_at");
    assertOppositeRefused(decided("CANCEL", "VOID", "NONE"), "confirm_at");
  }

  private static void assertOppositeRefused(String orderId, String column) throws SQLException {
    String sql = "UPDATE workflow SET " + column + " = NOW(6) WHERE order_id = ?";
    try (Connection connection = connect();
        var update = prepare(connection, sql, orderId)) {
      SQLException refused = assertThrows(SQLException.class, update::executeUpdate);
      assertTrue(refused.getMessage().contains("ck_workflow_one_decision"), refused.getMessage());
    }
  }

  /** Our own tables say otherwise than the workflow: nothing is written over, a person looks. */
  @Test
  void contradictionInOurOwnTablesNeedsAPerson() {
    String orderId = claimed("tok_ok");
    execute("UPDATE reservation SET state = 'CANCELLED' WHERE order_id = ?", orderId);
    leaseIsOver(orderId);
    awaitStep(orderId, "NEEDS_REVIEW");
    assertEquals("PENDING", orderState(orderId));
    assertTrue(workflow(orderId, "last_error").contains("CANCELLED"));
    assertNotEquals("", facts(orderId));
  }

  private static String claimed(String token) {
    return claimedByHand(OrderIds.next(), newPricedSku(1), token);
  }

  private static String decided(String decision, String step, String payment) {
    String orderId = claimed("tok_ok");
    String column = decision.equals("CONFIRM") ? "confirm_at" : "cancel_at";
    execute(
        "UPDATE workflow SET step = ?, payment = ?, " + column + " = NOW(6) WHERE order_id = ?",
        step,
        payment,
        orderId);
    return orderId;
  }

  private Workflow read(String orderId) {
    return QuarkusTransaction.requiringNew()
        .call(() -> workflows.find(workflowId(orderId)))
        .orElseThrow();
  }

  private static void assertPaidOnce(String orderId) {
    JsonPath ledger = ledger(orderId);
    assertEquals(1, ledger.getList("payments").size());
    assertEquals(PRICE, ledger.getLong("payments[0].capturedCents"));
    assertEquals(0, ledger.getLong("payments[0].refundedCents"));
    assertEquals("CONFIRMED", reservation(orderId));
    assertEquals("OrderConfirmed", events(orderId));
  }
}
