package dev.orderchain.drills.check;

import static dev.orderchain.drills.check.Rows.id;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.check.Scene.Run;
import dev.orderchain.drills.check.invariant.Invariant;
import dev.orderchain.drills.check.sql.SqlFacts;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plants each defect once, in the real tables on two real servers, and sees exactly that number
 * become 1.
 */
class CheckIT {
  private static final int ORDERS = 3;

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

  /**
   * Three orders, a minute old, each with its event, inbox row and effect; their product has cost
   * something else since.
   */
  @BeforeEach
  void wholeChain() throws SQLException {
    scene.clear();
    for (int n = 1; n <= ORDERS; n++) {
      rows.order(n);
      rows.event(n, "SENT", 60);
      rows.inbox(n);
      rows.effect(n);
    }
    rows.reservation(1, "RESERVED", 7);
    rows.reservation(2, "CONFIRMED", 5);
    rows.reservation(3, "CANCELLED", 3);
    rows.price(2, 500, 60);
    rows.priceEvent(2);
  }

  @Test
  void aWholeChainIsAllZero() {
    assertEquals(Map.of(), scene.broken());
  }

  @Test
  void sentWithoutOrder() throws SQLException {
    rows.event(4, "SENT", 1); // so lately that its effect may still be on its way
    assertEquals(Map.of(Invariant.SENT_WITHOUT_ORDER, 1L), scene.broken());
  }

  @Test
  void sentWithoutEffect() throws SQLException {
    rows.notifications("DELETE FROM notification WHERE order_id = '" + id(2) + "'");
    assertEquals(Map.of(Invariant.SENT_WITHOUT_EFFECT, 1L), scene.broken());
  }

  @Test
  void sameCountsOfOtherPairsAreNoMatch() throws SQLException {
    rows.notifications(
        "UPDATE notification SET event_id = '%s:2' WHERE event_id = '%1$s:1'".formatted(id(2)));
    assertEquals(
        Map.of(Invariant.SENT_WITHOUT_EFFECT, 1L, Invariant.EFFECT_WITHOUT_INBOX, 1L),
        scene.broken());
  }

  @Test
  void effectWithoutInbox() throws SQLException {
    rows.notifications("DELETE FROM inbox WHERE event_id = '" + id(2) + ":1'");
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_INBOX, 1L), scene.broken());
  }

  @Test
  void inboxRowsOfAnotherConsumerDoNotCount() throws SQLException {
    rows.notifications("UPDATE inbox SET consumer_name = 'x' WHERE event_id = '" + id(2) + ":1'");
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_INBOX, 1L), scene.broken());
  }

  @Test
  void anInboxRowMayBePurgedInTime() throws SQLException {
    rows.notifications("DELETE FROM inbox");
    rows.notifications("UPDATE notification SET created_at = NOW(6) - INTERVAL 8 DAY");
    assertEquals(Map.of(), scene.broken());
  }

  @Test
  void effectsPerEventOverOne() throws SQLException {
    rows.effect(2);
    assertEquals(Map.of(Invariant.EFFECTS_PER_EVENT_OVER_ONE, 1L), scene.broken());
  }

  @Test
  void effectWithoutOrder() throws SQLException {
    rows.inbox(4);
    rows.effect(4);
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_ORDER, 1L), scene.broken());
  }

  @Test
  void stockNotAddingUp() throws SQLException {
    rows.orders("UPDATE stock SET available = available - 1 WHERE sku = 'SKU-2'");
    assertEquals(Map.of(Invariant.STOCK_NOT_ADDING_UP, 1L), scene.broken());
  }

  @Test
  void reservedNotAddingUp() throws SQLException {
    rows.orders("UPDATE reservation SET state = 'CONFIRMED' WHERE state = 'RESERVED'");
    assertEquals(Map.of(Invariant.RESERVED_NOT_ADDING_UP, 1L), scene.broken());
  }

  @Test
  void cancelledWithoutGivingBack() throws SQLException {
    rows.orders("UPDATE reservation SET state = 'CANCELLED' WHERE state = 'RESERVED'");
    assertEquals(Map.of(Invariant.RESERVED_NOT_ADDING_UP, 1L), scene.broken());
  }

  @Test
  void orderAtNoPrice() throws SQLException {
    for (int version : List.of(2, 3)) {
      rows.orders(
          "UPDATE orders SET price_version = %d WHERE order_id = '%s'".formatted(version, id(2)));
      assertEquals(Map.of(Invariant.ORDER_AT_NO_PRICE, 1L), scene.broken());
    }
  }

  @Test
  void anOrderFromBeforePricesHadVersionsIsNoError() throws SQLException {
    rows.orders("UPDATE orders SET price_version = 0, price_cents = 1");
    assertEquals(Map.of(), scene.broken());
  }

  @Test
  void productNotAtNewestPrice() throws SQLException {
    for (String column : List.of("price_cents", "version")) {
      wholeChain();
      rows.orders("UPDATE product SET %1$s = %1$s - 1 WHERE sku = 'SKU-1'".formatted(column));
      assertEquals(Map.of(Invariant.PRODUCT_NOT_AT_NEWEST_PRICE, 1L), scene.broken());
    }
    wholeChain();
    rows.orders("DELETE FROM product_price WHERE sku = 'SKU-2'");
    assertEquals(Map.of(Invariant.PRODUCT_NOT_AT_NEWEST_PRICE, 1L), scene.broken());
  }

  @Test
  void priceVersionsMissing() throws SQLException {
    rows.price(4, 600, 60);
    rows.priceEvent(4);
    assertEquals(Map.of(Invariant.PRICE_VERSIONS_MISSING, 1L), scene.broken());
  }

  @Test
  void priceWithoutEvent() throws SQLException {
    rows.price(3, 600, 60);
    assertEquals(Map.of(Invariant.PRICE_WITHOUT_EVENT, 1L), scene.broken());
  }

  @Test
  void aPurgedEventOfAPriceIsNoError() throws SQLException {
    int days = 24 * 60 * 60;
    rows.price(3, 600, 7 * days + 60);
    assertEquals(Map.of(), scene.broken());
    assertTrue(scene.check("--outbox-kept", "8d").out().contains(" price_without_event=1 "));
  }

  @Test
  void priceEventWithoutPrice() throws SQLException {
    rows.priceEvent(3);
    assertEquals(Map.of(Invariant.PRICE_EVENT_WITHOUT_PRICE, 1L), scene.broken());
  }

  @Test
  void whatIsToldOfProductsHasToBeSentInTimeToo() throws SQLException {
    rows.orders("UPDATE outbox SET state = 'PARKED' WHERE aggregate_id = 'SKU-1'");
    assertEquals(Map.of(Invariant.PARKED, 1L), scene.broken());
    rows.orders(
        """
        UPDATE outbox SET state = 'PENDING', created_at = NOW(6) - INTERVAL 60 SECOND
        WHERE aggregate_id = 'SKU-1'""");
    assertEquals(Map.of(Invariant.UNSENT_OVERDUE, 1L), scene.broken());
  }

  @Test
  void orderWithoutEvent() throws SQLException {
    rows.order(4);
    assertEquals(Map.of(Invariant.ORDER_WITHOUT_EVENT, 1L), scene.broken());
  }

  @Test
  void aPurgedEventIsNoError() throws SQLException {
    rows.orders("DELETE FROM outbox WHERE aggregate_id = '" + id(2) + "'");
    assertEquals(Map.of(), scene.broken());
  }

  @Test
  void unsentOverdue() throws SQLException {
    for (String state : List.of("PENDING", "CLAIMED")) {
      wholeChain();
      rows.order(4);
      rows.event(4, state, 60);
      assertEquals(Map.of(Invariant.UNSENT_OVERDUE, 1L), scene.broken(), state);
    }
  }

  @Test
  void parked() throws SQLException {
    rows.order(4);
    rows.event(4, "PARKED", 0);
    assertEquals(Map.of(Invariant.PARKED, 1L), scene.broken());
  }

  @Test
  void discardedIsAnEnd() throws SQLException {
    rows.order(4);
    rows.event(4, "DISCARDED", 60);
    assertEquals(Map.of(), scene.broken());
  }

  @Test
  void workInFlightIsNoError() throws SQLException {
    rows.order(4);
    rows.event(4, "PENDING", 1);
    rows.order(5);
    rows.event(5, "CLAIMED", 1);
    rows.order(6);
    rows.event(6, "SENT", 1);
    assertEquals(Map.of(), scene.broken());
  }

  @Test
  void whatHappensDuringTheCheckIsNotSeen() throws SQLException {
    // Read late, as a check does that has much to read; the snapshots are those of the beginning.
    try (SqlFacts facts = scene.facts()) {
      rows.order(4);
      rows.event(4, "SENT", 60);
      rows.inbox(4);
      rows.effect(4);
      assertEquals(Map.of(), Scene.broken(facts));
    }
  }

  @Test
  void readsBeyondOnePageAndKeepsRowsWithOneKeyTogether() throws SQLException {
    int many = 25_000;
    rows.many(many);
    assertEquals(Map.of(), scene.broken());

    // One event with more effects than a page has rows; the first and the last order gone.
    rows.notifications(
        """
        INSERT INTO notification (event_id, order_id, tenant, kind, text)
        SELECT '%1$s:1', '%1$s', 'acme', 'OrderPlaced', '' FROM %2$s"""
            .formatted(id(1), Rows.numbers(many)));
    rows.orders(
        "DELETE FROM orders WHERE order_id IN (%s, %s)"
            .formatted(Rows.numbered(1), Rows.numbered(many)));
    assertEquals(
        Map.of(
            Invariant.EFFECTS_PER_EVENT_OVER_ONE, (long) many,
            Invariant.SENT_WITHOUT_ORDER, 2L,
            Invariant.EFFECT_WITHOUT_ORDER, 2L,
            Invariant.STOCK_NOT_ADDING_UP, 1L),
        scene.broken());
  }

  @Test
  void aLineForEachKindAndTheStatusSayIt() throws SQLException {
    assertEquals(0, scene.check().status());
    assertEquals(
        """
        chain: sent_without_order=0 sent_without_effect=0 effect_without_inbox=0\
         effects_per_event_over_one=0 effect_without_order=0 order_without_event=0\
         event_against_order=0 unsent_overdue=0 parked=0
        stock: stock_not_adding_up=0 reserved_not_adding_up=0
        prices: order_at_no_price=0 product_not_at_newest_price=0 price_versions_missing=0\
         price_without_event=0 price_event_without_price=0
        workflow: card_order_without_workflow=0 workflow_against_order=0 workflow_overdue=0\
         reserved_past_deadline=0 reservation_against_decision=0 refund_without_return=0\
         return_without_refund=0
        money: captured_without_confirmed_order=0 confirmed_without_capture=0\
         captured_not_once=0 refunded_without_refunded_order=0 refunded_order_without_refund=0\
         payments_per_order_over_one=0 held_for_nobody=0 money_not_adding_up=0
        coupons: confirmed_without_coupon=0 coupons_per_order_over_one=0\
         coupon_without_confirmed_order=0 refunded_with_issued_coupon=0\
         refunded_used_coupon_without_review=0
        not judged: in_progress=0 in_review=0 over_credit_limit=0
        """,
        scene.check().out());
    rows.order(4);
    assertEquals(1, scene.check().status());
    assertTrue(scene.check("--verbose").out().contains("order_without_event:\n  " + id(4)));
    assertTrue(scene.check("--json").out().contains("\"order_without_event\":1"));
  }

  @Test
  void aLimitBelowWhatIsUsedIsToldAndNoError() throws SQLException {
    int cents = (1 + 2 + 3) * Rows.PRICE_CENTS;
    rows.creditLimit("acme", cents);
    rows.creditLimit("globex", 0);
    assertTrue(scene.check().out().endsWith(" over_credit_limit=0\n"));
    rows.creditLimit("acme", cents - 1);
    assertEquals(0, scene.check().status());
    assertTrue(scene.check().out().endsWith(" over_credit_limit=1\n"));
    assertTrue(scene.check("--json").out().contains("\"over_credit_limit\":1"));
  }

  @Test
  void cannotRunIsNoVerdict() {
    Run noKeys = scene.check(Map.of("KEYS", "/nowhere"));
    assertEquals(2, noKeys.status());
    assertEquals("check: cannot read /nowhere/auditor.password; is the chain up?\n", noKeys.err());

    Run refused = scene.check(Map.of("NOTIFICATION_DB", "127.0.0.1:1"));
    assertEquals(2, refused.status());
    assertEquals(
        "check: cannot reach the notification database at 127.0.0.1:1 as auditor:"
            + " Connection refused\n",
        refused.err());

    assertEquals(2, scene.check("--settle", "soon").status());
    assertEquals(2, scene.check("--on", "mars").status());
    assertEquals(2, scene.check("--provider", "127.0.0.1").status());
  }

  @Test
  void withoutTheProviderTheRestIsCheckedAndTheMoneyIsNoVerdict() throws SQLException {
    Run good = scene.check("--provider", "http://127.0.0.1:1");
    assertEquals(2, good.status());
    assertTrue(good.out().contains("\nmoney: not checked\n"), good.out());
    assertTrue(
        good.err()
            .endsWith(
                "check: money not checked: cannot read the ledger at http://127.0.0.1:1:"
                    + " Connection refused\n"),
        good.err());
    assertTrue(
        scene
            .check("--provider", "http://127.0.0.1:1", "--json")
            .out()
            .startsWith("{\"good\":false"));

    rows.order(4);
    assertEquals(1, scene.check(Map.of("PAYMENT_PROVIDER", "127.0.0.1:1")).status());
  }
}
