package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.stage.CardOrder;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.stage.source.Ledger;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.sql.SQLException;

/** How every drill with card orders ends: by the rows, and by the provider's ledger. */
public final class CardEnd {
  private CardEnd() {}

  /** Of all card orders of a stage, in sums; pair by pair the checks look, after every drill. */
  public static void demand(Stage stage) throws Exception {
    CardOrders cards = CardOrders.of(stage);
    Evidence evidence = stage.evidence();
    evidence.demand("moneyCents", cards.keptCents(), cards.owedCents());
    evidence.demand("strayPayments", cards.strays().size(), 0);
    evidence.demand("reservedPastDeadline", reservedPastDeadline(stage), 0);
    evidence.demand("cancelledEarly", cancelledEarly(stage), 0);
    evidence.demand("openWorkflows", cards.open(), 0);
    evidence.demand("coupons", stage.counts().coupons(), stage.counts().events("OrderConfirmed"));
  }

  /** Of a stage's only one, which was paid once and came to be confirmed. */
  static void demandOneConfirmed(Stage stage) throws Exception {
    CardOrders cards = CardOrders.of(stage);
    Evidence evidence = stage.evidence();
    evidence.demand("authorisations", cards.authorisations(), 1);
    evidence.demand("captures", cards.captures(), 1);
    evidence.demand("order", cards.only().state(), "CONFIRMED");
    evidence.demand("events", events(stage, cards.only()), "OrderPlaced,OrderConfirmed");
    evidence.demand("reservation", cards.only().reservation(), "CONFIRMED");
    demand(stage);
  }

  /** Types of an order's events, as they follow each other. */
  static String events(Stage stage, CardOrder order) throws SQLException {
    return String.join(
        ",",
        stage
            .orderDb()
            .texts(
                "SELECT event_type FROM outbox WHERE aggregate_id = ? ORDER BY aggregate_version",
                order.id()));
  }

  /** What the provider was asked for an order, however often. */
  static String calls(Stage stage, CardOrder order) throws IOException {
    Ledger ledger = new Ledger(stage.target(Chain.PAYMENT_PROVIDER).address());
    return ledger.calls(CardOrder.paymentKey(order.id()));
  }

  /**
   * Pieces kept aside for longer than was promised, with a moment for a driver to act on it. Once
   * CONFIRM is decided they are the order's, however long the money takes.
   */
  static long reservedPastDeadline(Stage stage) throws SQLException {
    return stage
        .orderDb()
        .count(
            """
            SELECT COUNT(*) FROM orders o JOIN workflow w ON w.order_id = o.order_id
              JOIN reservation r ON r.order_id = o.order_id AND r.branch_id = 'stock'
            WHERE o.tenant = ? AND r.state = 'RESERVED' AND w.decision IS NULL
              AND r.deadline < NOW(6) - INTERVAL 5 SECOND\
            """,
            stage.tenant());
  }

  /** Before its time was over, and not because the card was declined: unknown was taken for no. */
  private static long cancelledEarly(Stage stage) throws SQLException {
    return stage
        .orderDb()
        .count(
            """
            SELECT COUNT(*) FROM orders o JOIN workflow w ON w.order_id = o.order_id
            WHERE o.tenant = ? AND w.cancel_at < w.decide_by AND w.card_token <> 'tok_declined'\
            """,
            stage.tenant());
  }
}
