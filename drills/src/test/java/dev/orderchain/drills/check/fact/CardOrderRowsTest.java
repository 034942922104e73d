package dev.orderchain.drills.check.fact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.check.fact.CardOrderRows.Reservation;
import dev.orderchain.drills.check.fact.CardOrderRows.Workflow;
import dev.orderchain.drills.check.fact.Facts.OrderState;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

class CardOrderRowsTest {
  private static final LocalDateTime NOW = LocalDateTime.parse("2026-01-31T12:00:00");
  private static final LocalDateTime LATER = NOW.plusSeconds(1);
  private static final LocalDateTime NEVER = LocalDateTime.parse("9999-12-31T00:00:00");

  @Test
  void decisionAndFactsSayWhatTheOrderIs() {
    assertEquals(OrderState.PENDING, workflow("LOOK_UP", null, "UNKNOWN", "NONE").order());
    assertEquals(OrderState.CANCELLED, workflow("VOID", "CANCEL", "NONE", "NONE").order());
    assertEquals(OrderState.CANCELLED, workflow("DONE", "CANCEL", "CAPTURED", "REFUNDED").order());
    assertEquals(OrderState.PENDING, workflow("LOOK_UP", "CONFIRM", "UNKNOWN", "NONE").order());
    assertEquals(OrderState.CONFIRMED, workflow("DONE", "CONFIRM", "CAPTURED", "NONE").order());
    for (String refund : new String[] {"ASKED", "UNKNOWN", "DECLINED"}) {
      assertEquals(
          OrderState.COMPENSATING, workflow("REFUND", "CONFIRM", "CAPTURED", refund).order());
    }
    assertEquals(OrderState.REFUNDED, workflow("DONE", "CONFIRM", "CAPTURED", "REFUNDED").order());
  }

  @Test
  void aWorkflowIsNotDoneBeforeItsOrder() {
    assertTrue(
        order(OrderState.PENDING, "RESERVED", workflow("DONE", "CONFIRM", "UNKNOWN", "NONE"))
            .isAgainstWorkflow());
    assertTrue(
        order(
                OrderState.COMPENSATING,
                "CONFIRMED",
                workflow("DONE", "CONFIRM", "CAPTURED", "ASKED"))
            .isAgainstWorkflow());
    assertFalse(
        order(OrderState.CONFIRMED, "CONFIRMED", workflow("DONE", "CONFIRM", "CAPTURED", "NONE"))
            .isAgainstWorkflow());
  }

  @Test
  void whatIsDecidedToBeConfirmedMayStayReserved() {
    assertTrue(
        order(OrderState.PENDING, "RESERVED", workflow("AUTHORISE", null, "NONE", "NONE"))
            .isReservedPastDeadline(NOW));
    assertFalse(
        order(OrderState.PENDING, "RESERVED", workflow("AUTHORISE", null, "NONE", "NONE"))
            .isReservedPastDeadline(NOW.minusSeconds(1)));
    assertFalse(
        order(OrderState.PENDING, "RESERVED", workflow("CAPTURE", "CONFIRM", "UNKNOWN", "NONE"))
            .isReservedPastDeadline(NOW));
    assertTrue(order(OrderState.PENDING, "RESERVED", null).isReservedPastDeadline(NOW));
  }

  @Test
  void aWorkflowIsOverdueWhenItIsDueOrPastItsDeadlineAndNotAtRest() {
    assertTrue(due("CAPTURE", NOW, LATER).isOverdue(NOW));
    assertTrue(due("CAPTURE", LATER, NOW).isOverdue(NOW));
    assertFalse(due("CAPTURE", LATER, LATER).isOverdue(NOW));
    assertFalse(due("NEEDS_REVIEW", NEVER, NOW).isOverdue(NOW));
    assertFalse(due("DONE", NEVER, NOW).isOverdue(NOW));
  }

  private static Workflow due(String step, LocalDateTime dueAt, LocalDateTime deadline) {
    return new Workflow(step, null, "NONE", "NONE", dueAt, deadline, NOW);
  }

  private static Workflow workflow(String step, String decision, String payment, String refund) {
    return new Workflow(step, decision, payment, refund, NEVER, NEVER, NOW);
  }

  private static CardOrderRows order(OrderState state, String reserved, Workflow workflow) {
    return new CardOrderRows("o1", state, 450, new Reservation(reserved, NOW), false, workflow);
  }
}
