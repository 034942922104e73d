package dev.orderchain.drills.check.sql;

import dev.orderchain.drills.check.fact.CardOrderRows;
import dev.orderchain.drills.check.fact.Facts;
import dev.orderchain.drills.check.fact.LedgerSnapshot;
import dev.orderchain.drills.check.fact.Progress;
import dev.orderchain.drills.check.sql.Snapshot.Source;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.stream.Stream;

/**
 * The provider's ledger, then the two databases in three snapshots, taken in this order:
 * notification, order, notification. They are held open while the check runs, so on a busy chain a
 * check is not left running.
 */
public final class SqlFacts implements Facts, AutoCloseable {
  private final LedgerSnapshot ledger;
  private final NotificationRows before;
  private final OrderRows orders;
  private final NotificationRows after;
  private final LocalDateTime watermark;
  private final LocalDateTime inboxKeptSince;
  private final LocalDateTime outboxKeptSince;

  private SqlFacts(
      LedgerSnapshot ledger, Snapshot before, Snapshot orders, Snapshot after, Margins margins) {
    this.ledger = ledger;
    this.before = new NotificationRows(before);
    this.orders = new OrderRows(orders);
    this.after = new NotificationRows(after);
    watermark = orders.now().minus(margins.settle());
    inboxKeptSince = before.now().minus(margins.inboxKept());
    outboxKeptSince = orders.now().minus(margins.outboxKept());
  }

  /**
   * Spans that excuse a row.
   *
   * @param settle how long work may be in flight
   * @param inboxKept how long an event can be delivered again, and so needs its inbox row
   * @param outboxKept how long an event that was sent is kept
   */
  public record Margins(Duration settle, Duration inboxKept, Duration outboxKept) {}

  /** Whom to ask. */
  public record Sources(Source orderDb, Source notificationDb, URI provider) {}

  public static SqlFacts open(Sources sources, Margins margins, Progress progress) {
    LedgerSnapshot ledger =
        LedgerSnapshot.read(sources.provider(), now(sources.orderDb(), progress), progress);
    Snapshot before = Snapshot.open(sources.notificationDb(), progress);
    Snapshot orders = Snapshot.open(sources.orderDb(), progress);
    Snapshot after = Snapshot.open(sources.notificationDb(), progress);
    return new SqlFacts(ledger, before, orders, after, margins);
  }

  private static LocalDateTime now(Source database, Progress progress) {
    try (Snapshot snapshot = Snapshot.open(database, progress)) {
      return snapshot.now();
    }
  }

  @Override
  public LocalDateTime watermark() {
    return watermark;
  }

  @Override
  public LocalDateTime inboxKeptSince() {
    return inboxKeptSince;
  }

  @Override
  public LocalDateTime outboxKeptSince() {
    return outboxKeptSince;
  }

  @Override
  public Stream<Order> ordersById() {
    return orders.ordersById();
  }

  @Override
  public Stream<Event> eventsById() {
    return orders.eventsById();
  }

  @Override
  public Stream<Event> eventsByOrder() {
    return orders.eventsByOrder();
  }

  @Override
  public Stream<Event> productEventsBySku() {
    return orders.productEventsBySku();
  }

  @Override
  public Stream<Event> unsent() {
    return orders.unsent();
  }

  @Override
  public Stream<Stock> stockBySku() {
    return orders.stockBySku();
  }

  @Override
  public Stream<Product> productsBySku() {
    return orders.productsBySku();
  }

  @Override
  public Stream<Price> pricesBySku() {
    return orders.pricesBySku();
  }

  @Override
  public Stream<OrderPrice> orderPricesById() {
    return orders.orderPricesById();
  }

  @Override
  public Stream<CardOrderRows> cardOrdersById() {
    return orders.cardOrdersById();
  }

  @Override
  public Stream<String> workflowsByOrder() {
    return orders.workflowsByOrder();
  }

  @Override
  public Stream<String> returnsByOrder() {
    return orders.returnsByOrder();
  }

  @Override
  public long tenantsOverCreditLimit() {
    return orders.tenantsOverCreditLimit();
  }

  @Override
  public LedgerSnapshot ledger() {
    return ledger;
  }

  @Override
  public Stream<Effect> effectsBeforeById() {
    return before.effectsById();
  }

  @Override
  public Stream<Effect> effectsBeforeByOrder() {
    return before.effectsByOrder();
  }

  @Override
  public Stream<Effect> effectsAfterById() {
    return after.effectsById();
  }

  @Override
  public Stream<Effect> effectsAfterByOrder() {
    return after.effectsByOrder();
  }

  @Override
  public Stream<String> inboxAfterById() {
    return after.inboxById();
  }

  @Override
  public Stream<Coupon> couponsBeforeByOrder() {
    return before.couponsByOrder();
  }

  @Override
  public Stream<Coupon> couponsAfterByOrder() {
    return after.couponsByOrder();
  }

  @Override
  public void close() {
    before.snapshot().close();
    orders.snapshot().close();
    after.snapshot().close();
  }
}
