package dev.orderchain.drills.stage;

import dev.orderchain.drills.stage.source.Ledger;
import dev.orderchain.drills.stage.source.Ledger.Payment;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A stage's card orders, each beside what the payment provider has of it.
 *
 * @param strays keys in the provider's ledger that are no order's: there must never be one
 */
public record CardOrders(List<CardOrder> orders, Set<String> strays) {

  /** As they are now; the rows are read first. */
  public static CardOrders of(Stage stage) throws SQLException, IOException {
    List<String> rows =
        stage
            .orderDb()
            .texts(
                """
                SELECT CONCAT_WS(' ', o.order_id, w.card_token, o.state, w.step, w.payment,
                                 COALESCE(w.decision, 'none'), r.state, w.amount_cents)
                FROM orders o JOIN workflow w ON w.order_id = o.order_id
                  JOIN reservation r ON r.order_id = o.order_id AND r.branch_id = 'stock'
                WHERE o.tenant = ? ORDER BY o.order_id\
                """,
                stage.tenant());
    Map<String, Payment> payments =
        new Ledger(stage.target(Chain.PAYMENT_PROVIDER).address()).payments();
    List<CardOrder> orders = rows.stream().map(row -> order(row.split(" "), payments)).toList();
    Set<String> keys =
        stage.orderDb().texts("SELECT order_id FROM workflow").stream()
            .map(CardOrder::paymentKey)
            .collect(Collectors.toSet());
    payments.keySet().removeAll(keys);
    return new CardOrders(orders, payments.keySet());
  }

  private static CardOrder order(String[] row, Map<String, Payment> payments) {
    return new CardOrder(
        row[0],
        row[1],
        row[2],
        row[3],
        row[4],
        row[5],
        row[6],
        Long.parseLong(row[7]),
        payments.get(CardOrder.paymentKey(row[0])));
  }

  /** Of a stage that has one. */
  public CardOrder only() {
    if (orders.size() != 1) {
      throw new IllegalStateException("one card order was placed, and there are " + orders.size());
    }
    return orders.getFirst();
  }

  /** The one of that id. */
  public CardOrder order(String id) {
    return orders.stream().filter(order -> order.id().equals(id)).findFirst().orElseThrow();
  }

  /** Payments that the provider was asked for, under whatever key. */
  public long authorisations() {
    return strays.size() + orders.stream().filter(order -> order.paid() != null).count();
  }

  /** Payments whose whole amount was taken. */
  public long captures() {
    return orders.stream().filter(CardOrder::isCaptured).count();
  }

  /** What the provider took, without what it gave back. */
  public long keptCents() {
    return orders.stream().mapToLong(CardOrder::keptCents).sum();
  }

  /** What the orders' states say that it has to be. */
  public long owedCents() {
    return orders.stream().mapToLong(CardOrder::owedCents).sum();
  }

  /** Those that are neither at an end nor wait for a person. */
  public long open() {
    return orders.stream().filter(CardOrder::isOpen).count();
  }

  /** How many are in which state. */
  public Map<String, Long> byState() {
    return counted(orders);
  }

  /** How many of each token are in which state. */
  public Map<String, Map<String, Long>> byCard() {
    return orders.stream()
        .collect(
            Collectors.groupingBy(
                CardOrder::card,
                TreeMap::new,
                Collectors.collectingAndThen(Collectors.toList(), CardOrders::counted)));
  }

  /** Those that wait for a person are named so. */
  private static Map<String, Long> counted(List<CardOrder> orders) {
    return orders.stream()
        .collect(
            Collectors.groupingBy(
                order -> order.state() + (order.isInReview() ? "/review" : ""),
                TreeMap::new,
                Collectors.counting()));
  }
}
