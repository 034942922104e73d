package dev.orderchain.drills.check;

import static dev.orderchain.drills.check.Rows.id;
import static dev.orderchain.drills.check.invariant.Invariant.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.check.FakeProvider.Entry;
import dev.orderchain.drills.check.fact.Facts.OrderState;
import dev.orderchain.drills.check.invariant.Invariant;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plants each defect of a card order once, as {@link CheckIT} does with those on account. */
class CardCheckIT {
  private static final int PENDING = 11;
  private static final int CONFIRMED = 12;
  private static final int CANCELLED = 13;
  private static final int COMPENSATING = 14;
  private static final int REFUNDED = 15;
  private static final int NONE = 19;

  @TempDir static Path folder;
  private static Scene scene;
  private static Rows rows;

  @BeforeAll
  static void start() throws Exception {
    scene = Scene.in(folder);
    rows = scene.rows();
  }

  @AfterAll
  static void end() throws SQLException {
    scene.close();
  }

  /** A card order in each state, with all that belongs to it. */
  @BeforeEach
  void oneOfEach() throws SQLException {
    scene.clear();
    rows.cardOrder(PENDING, OrderState.PENDING);
    rows.cardOrder(CONFIRMED, OrderState.CONFIRMED);
    rows.cardOrder(CANCELLED, OrderState.CANCELLED);
    rows.cardOrder(COMPENSATING, OrderState.COMPENSATING);
    rows.cardOrder(REFUNDED, OrderState.REFUNDED);
    pays(PENDING, "AUTHORISED", 0, 0);
    pays(CONFIRMED, "CAPTURED", 1, 0);
    pays(CANCELLED, "VOIDED", 0, 0);
    pays(COMPENSATING, "CAPTURED", 1, 0);
    pays(REFUNDED, "CAPTURED", 1, 1);
  }

  @Test
  void oneOfEachIsAllZero() {
    found();
    assertTrue(
        scene
            .check()
            .out()
            .endsWith("not judged: in_progress=2 in_review=0 over_credit_limit=0\n"));
  }

  @Test
  void whatTheEventsTellIsWhatTheOrderIs() throws SQLException {
    orders("DELETE FROM outbox WHERE event_id = '%s:2'", CANCELLED);
    found(); // purged: its effect stands for it
    notifications("DELETE FROM notification WHERE event_id = '%s:2'", CANCELLED);
    found(ORDER_WITHOUT_EVENT);
    rows.event(CANCELLED, 2, "OrderConfirmed", "PENDING", 1);
    found(ORDER_WITHOUT_EVENT, EVENT_AGAINST_ORDER);
  }

  @Test
  void noEventBeforeItsTime() throws SQLException {
    rows.event(PENDING, 2, "OrderConfirmed", "PENDING", 1);
    found(EVENT_AGAINST_ORDER);
  }

  @Test
  void effectsOfLaterEventsAreLookedForToo() throws SQLException {
    notifications("DELETE FROM notification WHERE event_id = '%s:3'", REFUNDED);
    found(SENT_WITHOUT_EFFECT);
  }

  @Test
  void stockNotAddingUp() throws SQLException {
    rows.orders("UPDATE stock SET available = available - 1 WHERE sku = 'SKU-1'");
    found(STOCK_NOT_ADDING_UP);
  }

  @Test
  void returnThatMovedNothing() throws SQLException {
    rows.orders("UPDATE stock SET sold = sold + 1, available = available - 1 WHERE sku = 'SKU-1'");
    found(RESERVED_NOT_ADDING_UP);
  }

  @Test
  void cardOrderWithoutWorkflow() throws SQLException {
    orders("DELETE FROM workflow WHERE order_id = '%s'", CONFIRMED);
    found(CARD_ORDER_WITHOUT_WORKFLOW);
  }

  @Test
  void workflowAgainstOrder() throws SQLException {
    workflow(PENDING, "cancel_at = NOW(6)");
    found(WORKFLOW_AGAINST_ORDER);
  }

  @Test
  void workflowOfNoCardOrder() throws SQLException {
    workflow(PENDING, "order_id = '" + id(NONE) + "'");
    found(WORKFLOW_AGAINST_ORDER, CARD_ORDER_WITHOUT_WORKFLOW, HELD_FOR_NOBODY);
  }

  @Test
  void workflowOverdue() throws SQLException {
    workflow(PENDING, "due_at = NOW(6) - INTERVAL 6 SECOND");
    found(WORKFLOW_OVERDUE);
    workflow(PENDING, "due_at = NOW(6), deadline = NOW(6) - INTERVAL 6 SECOND");
    found(WORKFLOW_OVERDUE);
    workflow(PENDING, "step = 'NEEDS_REVIEW', due_at = '9999-12-31'");
    found();
    assertTrue(
        scene
            .check()
            .out()
            .endsWith("not judged: in_progress=1 in_review=1 over_credit_limit=0\n"));
  }

  @Test
  void reservedPastDeadline() throws SQLException {
    reservation(PENDING, "deadline = NOW(6) - INTERVAL 6 SECOND");
    found(RESERVED_PAST_DEADLINE);
    workflow(PENDING, "confirm_at = NOW(6)");
    found();
  }

  @Test
  void confirmedHereAndCancelledThere() throws SQLException {
    reservation(CONFIRMED, "state = 'CANCELLED'");
    rows.orders(
        "UPDATE stock SET sold = sold - 12, available = available + 12 WHERE sku = 'SKU-1'");
    found(RESERVATION_AGAINST_DECISION);
  }

  @Test
  void cancelledHereAndStillReservedThere() throws SQLException {
    reservation(CANCELLED, "state = 'RESERVED'");
    rows.orders(
        "UPDATE stock SET available = available - 13, reserved = reserved + 13 WHERE sku = 'SKU-1'");
    found(RESERVATION_AGAINST_DECISION);
  }

  @Test
  void aReservationOfOtherPiecesIsNone() throws SQLException {
    reservation(CANCELLED, "quantity = 1");
    found(RESERVATION_AGAINST_DECISION);
  }

  @Test
  void refundWithoutReturn() throws SQLException {
    orders("DELETE FROM stock_return WHERE order_id = '%s'", REFUNDED);
    rows.orders(
        "UPDATE stock SET sold = sold + 15, available = available - 15 WHERE sku = 'SKU-1'");
    found(REFUND_WITHOUT_RETURN);
  }

  @Test
  void returnWithoutRefund() throws SQLException {
    rows.stockReturn(COMPENSATING);
    found(RETURN_WITHOUT_REFUND);
  }

  @Test
  void moneyOfACancelledOrder() throws SQLException {
    pays(CANCELLED, "CAPTURED", 1, 0);
    found(CAPTURED_WITHOUT_CONFIRMED_ORDER, MONEY_NOT_ADDING_UP);
    workflow(CANCELLED, "updated_at = NOW(6)"); // so lately that the notice may be on its way
    found();
  }

  @Test
  void moneyOfNoOrder() {
    pays(NONE, "CAPTURED", 1, 0);
    found(CAPTURED_WITHOUT_CONFIRMED_ORDER, MONEY_NOT_ADDING_UP);
  }

  @Test
  void moneyOfWhatIsNotAtItsEndIsNotJudged() throws SQLException {
    pays(PENDING, "CAPTURED", 1, 0);
    pays(COMPENSATING, "CAPTURED", 1, 1);
    found();
    workflow(CANCELLED, "step = 'NEEDS_REVIEW'");
    pays(CANCELLED, "CAPTURED", 1, 0);
    found();
  }

  @Test
  void confirmedWithoutCapture() {
    pays(CONFIRMED, "AUTHORISED", 0, 0);
    found(CONFIRMED_WITHOUT_CAPTURE, HELD_FOR_NOBODY, MONEY_NOT_ADDING_UP);
    pays(CONFIRMED, "VOIDED", 0, 0);
    found(CONFIRMED_WITHOUT_CAPTURE, MONEY_NOT_ADDING_UP);
    forgets(CONFIRMED);
    found(CONFIRMED_WITHOUT_CAPTURE, MONEY_NOT_ADDING_UP);
  }

  @Test
  void confirmedAfterTheLedgerWasReadIsNoError() throws SQLException {
    forgets(CONFIRMED);
    workflow(CONFIRMED, "updated_at = NOW(6)");
    found();
  }

  @Test
  void capturedNotOnce() {
    pays(COMPENSATING, "CAPTURED", 2, 0);
    found(CAPTURED_NOT_ONCE);
  }

  @Test
  void refundedWithoutRefundedOrder() {
    pays(CONFIRMED, "CAPTURED", 1, 1);
    found(REFUNDED_WITHOUT_REFUNDED_ORDER, MONEY_NOT_ADDING_UP);
  }

  @Test
  void refundedOrderWithoutRefund() {
    pays(REFUNDED, "CAPTURED", 1, 0);
    found(REFUNDED_ORDER_WITHOUT_REFUND, CAPTURED_WITHOUT_CONFIRMED_ORDER, MONEY_NOT_ADDING_UP);
  }

  @Test
  void aLatePaymentOfACancelledOrderIsGivenBack() throws SQLException {
    workflow(CANCELLED, "payment = 'CAPTURED', refund = 'REFUNDED'");
    pays(CANCELLED, "CAPTURED", 1, 1);
    found();
  }

  @Test
  void paymentsPerOrderOverOne() {
    scene.provider().entries.add(new Entry("pay:" + id(CONFIRMED) + ":2", "VOIDED", 0, 0));
    found(PAYMENTS_PER_ORDER_OVER_ONE);
  }

  @Test
  void heldForNobody() {
    pays(CANCELLED, "AUTHORISED", 0, 0);
    found(HELD_FOR_NOBODY);
  }

  @Test
  void confirmedWithoutCoupon() throws SQLException {
    notifications("DELETE FROM coupon WHERE order_id = '%s'", CONFIRMED);
    found(CONFIRMED_WITHOUT_COUPON);
    orders("UPDATE outbox SET sent_at = NOW(6) WHERE event_id = '%s:2'", CONFIRMED);
    found();
  }

  @Test
  void couponsPerOrderOverOne() throws SQLException {
    rows.coupon(CONFIRMED, "ISSUED");
    found(COUPONS_PER_ORDER_OVER_ONE);
  }

  @Test
  void couponWithoutConfirmedOrder() throws SQLException {
    rows.coupon(CANCELLED, "ISSUED");
    found(COUPON_WITHOUT_CONFIRMED_ORDER);
  }

  @Test
  void couponOfAnotherTenant() throws SQLException {
    notifications("UPDATE coupon SET tenant = 'evil' WHERE order_id = '%s'", CONFIRMED);
    found(COUPON_WITHOUT_CONFIRMED_ORDER);
  }

  @Test
  void refundedWithIssuedCoupon() throws SQLException {
    notifications(
        "UPDATE coupon SET state = 'ISSUED', revoked_at = NULL WHERE order_id = '%s'", REFUNDED);
    found(REFUNDED_WITH_ISSUED_COUPON);
    orders("UPDATE outbox SET sent_at = NOW(6) WHERE event_id = '%s:3'", REFUNDED);
    found();
  }

  @Test
  void aUsedCouponOutlivesTheRefundAndIsReviewed() throws SQLException {
    notifications(
        "UPDATE coupon SET state = 'USED', revoked_at = NULL, used_at = NOW(6)"
            + " WHERE order_id = '%s'",
        REFUNDED);
    found(REFUNDED_USED_COUPON_WITHOUT_REVIEW);
    notifications(
        "INSERT INTO coupon_review (order_id, tenant, event_id, reason)"
            + " VALUES ('%1$s', 'acme', '%1$s:3', 'NO_COUPON')",
        REFUNDED);
    found(REFUNDED_USED_COUPON_WITHOUT_REVIEW);
    notifications(
        "UPDATE coupon_review SET code = (SELECT code FROM coupon WHERE order_id = '%1$s')"
            + ", reason = 'COUPON_USED' WHERE order_id = '%1$s'",
        REFUNDED);
    found();
    notifications("DELETE FROM coupon_review", REFUNDED);
    orders("UPDATE outbox SET sent_at = NOW(6) WHERE event_id = '%s:3'", REFUNDED);
    found();
  }

  @Test
  void aUsedCouponOfAConfirmedOrderNeedsNoReview() throws SQLException {
    notifications(
        "UPDATE coupon SET state = 'USED', used_at = NOW(6) WHERE order_id = '%s'", CONFIRMED);
    found();
  }

  /** Each of these once, and no other. */
  private static void found(Invariant... broken) {
    assertEquals(
        Arrays.stream(broken).collect(Collectors.toMap(invariant -> invariant, i -> 1L)),
        scene.broken());
  }

  /** What the provider has of that order: captured and refunded are in times of its price. */
  private static void pays(int n, String state, int captured, int refunded) {
    forgets(n);
    long cents = (long) n * Rows.PRICE_CENTS;
    scene
        .provider()
        .entries
        .add(new Entry("pay:" + id(n), state, captured * cents, refunded * cents));
  }

  private static void forgets(int n) {
    scene.provider().entries.removeIf(entry -> entry.key().equals("pay:" + id(n)));
  }

  private static void workflow(int n, String change) throws SQLException {
    rows.orders("UPDATE workflow SET %s WHERE order_id = '%s'".formatted(change, id(n)));
  }

  private static void reservation(int n, String change) throws SQLException {
    rows.orders("UPDATE reservation SET %s WHERE order_id = '%s'".formatted(change, id(n)));
  }

  private static void orders(String statement, int n) throws SQLException {
    rows.orders(statement.formatted(id(n)));
  }

  private static void notifications(String statement, int n) throws SQLException {
    rows.notifications(statement.formatted(id(n)));
  }
}
