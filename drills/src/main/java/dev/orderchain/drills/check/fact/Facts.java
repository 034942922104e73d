package dev.orderchain.drills.check.fact;

import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What the two databases and the payment provider say. Each stream may be taken more than once and
 * is sorted as its name says, by bytes. The reading order makes work in flight harmless: the
 * provider's ledger was read first of all, then the effects called <em>before</em>, then the order
 * database, then what is called <em>after</em>. What follows from an order cannot be there before
 * the order, and what was settled cannot be missing after it.
 */
public interface Facts {
  /** On the order database's clock: what is younger may still be on its way. */
  LocalDateTime watermark();

  /** On the notification database's clock: effects that are older may have lost their inbox row. */
  LocalDateTime inboxKeptSince();

  /** On the order database's clock: prices that are older may have lost their event. */
  LocalDateTime outboxKeptSince();

  Stream<Order> ordersById();

  Stream<Event> eventsById();

  Stream<Event> eventsByOrder();

  /** What the outbox tells of products; everything else that it tells is of orders. */
  Stream<Event> productEventsBySku();

  /** The outbox rows that are neither SENT nor DISCARDED. */
  Stream<Event> unsent();

  Stream<Stock> stockBySku();

  Stream<Product> productsBySku();

  /** All that there have ever been. */
  Stream<Price> pricesBySku();

  /** Of the orders that know which version of its product's price they were placed at. */
  Stream<OrderPrice> orderPricesById();

  Stream<CardOrderRows> cardOrdersById();

  /** The ids of the orders that have one. */
  Stream<String> workflowsByOrder();

  /** The ids of the orders whose sold pieces came back. */
  Stream<String> returnsByOrder();

  /** Those that have more open on account than their limit, which may have been lowered. */
  long tenantsOverCreditLimit();

  LedgerSnapshot ledger();

  /** Of what was done later the ledger may not show all. */
  default LocalDateTime moneySettledBy() {
    LocalDateTime read = ledger().readFrom();
    return read.isBefore(watermark()) ? read : watermark();
  }

  default Stream<Account> accountsByOrder() {
    return Account.of(cardOrdersById(), ledger().byOrder());
  }

  Stream<Effect> effectsBeforeById();

  Stream<Effect> effectsBeforeByOrder();

  Stream<Effect> effectsAfterById();

  Stream<Effect> effectsAfterByOrder();

  /** The event ids that the inbox has recorded. */
  Stream<String> inboxAfterById();

  Stream<Coupon> couponsBeforeByOrder();

  Stream<Coupon> couponsAfterByOrder();

  enum State {
    PENDING,
    CLAIMED,
    SENT,
    PARKED,
    DISCARDED
  }

  /** What an order has come to, and the events that told so, beginning with version 1. */
  enum OrderState {
    PLACED("OrderPlaced"),
    PENDING("OrderPlaced"),
    CONFIRMED("OrderPlaced", "OrderConfirmed"),
    CANCELLED("OrderPlaced", "OrderCancelled"),
    COMPENSATING("OrderPlaced", "OrderConfirmed"),
    REFUNDED("OrderPlaced", "OrderConfirmed", "OrderRefunded");

    private final List<String> events;

    OrderState(String... events) {
      this.events = List.of(events);
    }

    public List<String> events() {
      return events;
    }

    public boolean isConfirmed() {
      return events.contains("OrderConfirmed");
    }
  }

  record Order(String id, String tenant, OrderState state) {

    /** The order with each fact that there has to be an event of. */
    public Stream<Pair> told() {
      List<String> events = state.events();
      return IntStream.range(0, events.size()).mapToObj(i -> fact(id, events.get(i), i + 1));
    }
  }

  private static Pair fact(String orderId, String type, Object version) {
    return new Pair(orderId, type + " as " + version);
  }

  /**
   * @param orderId or the SKU of the product that it tells of
   */
  record Event(
      String id,
      String orderId,
      int version,
      String type,
      State state,
      LocalDateTime createdAt,
      LocalDateTime sentAt) {

    public Pair told() {
      return fact(orderId, type, version);
    }

    public boolean is(String what) {
      return type.equals(what);
    }

    public boolean tellsAnEnd() {
      return !is("OrderPlaced");
    }

    public boolean sent() {
      return state == State.SENT;
    }

    public boolean sentBy(LocalDateTime watermark) {
      return sent() && !sentAt.isAfter(watermark);
    }

    public boolean createdBy(LocalDateTime watermark) {
      return !createdAt.isAfter(watermark);
    }
  }

  /**
   * A product beside all of its prices.
   *
   * @param newest of the prices; null when there is none
   * @param versions how many prices there are, each of another version
   */
  record Product(String sku, int version, long cents, Price newest, long versions) {

    public boolean isAtNewestPrice() {
      return newest != null && newest.version == version && newest.cents == cents;
    }

    public boolean lacksVersions() {
      return newest != null && versions != newest.version;
    }

    public Pair described() {
      return new Pair(
          sku,
          "version %d at %d; %s"
              .formatted(
                  version,
                  cents,
                  newest == null
                      ? "no price"
                      : "%d prices, the newest version %d at %d"
                          .formatted(versions, newest.version, newest.cents)));
    }
  }

  /** What a product costs, or did, from one version of it to the next. */
  record Price(String sku, int version, long cents, LocalDateTime changedAt) {

    /** The first comes with the product, and is told to nobody. */
    public boolean isChange() {
      return version > 1;
    }

    public boolean changedSince(LocalDateTime time) {
      return !changedAt.isBefore(time);
    }

    public Pair told() {
      return fact(sku, "PriceChanged", version);
    }
  }

  /**
   * What a piece of an order costs.
   *
   * @param listed what the product did at that version; null when it had no such
   */
  record OrderPrice(String orderId, String sku, int version, long cents, Long listed) {

    public boolean isListed() {
      return listed != null && listed == cents;
    }

    public Pair described() {
      return new Pair(
          orderId, "%s version %d at %d, listed at %s".formatted(sku, version, cents, listed));
    }
  }

  /**
   * The pieces of one SKU.
   *
   * @param ordered by orders that took them from what was available
   * @param moved to the stock's own columns
   * @param reservations what the reservations themselves add up to
   */
  record Stock(
      String sku, long supplied, long available, long ordered, Held moved, Held reservations) {

    public boolean addsUp() {
      return available + moved.reserved() + moved.sold() + ordered == supplied;
    }

    public boolean isHeldRightly() {
      return moved.equals(reservations);
    }

    public Pair sums() {
      return new Pair(
          sku,
          "%d available + %d reserved + %d sold + %d ordered, %d supplied"
              .formatted(available, moved.reserved, moved.sold, ordered, supplied));
    }

    public Pair holdings() {
      return new Pair(
          sku,
          "%d reserved, %d sold; by reservations %d and %d"
              .formatted(moved.reserved, moved.sold, reservations.reserved, reservations.sold));
    }
  }

  record Held(long reserved, long sold) {}

  record Effect(
      String eventId, String orderId, String tenant, String kind, LocalDateTime createdAt) {

    /** What its event told, which may be purged. */
    public Pair told() {
      return fact(orderId, kind, eventId.substring(eventId.indexOf(':') + 1));
    }

    public boolean createdSince(LocalDateTime time) {
      return !createdAt.isBefore(time);
    }
  }

  enum CouponState {
    ISSUED,
    USED,
    REVOKED
  }

  /**
   * @param inReview whether a person is told that it was used
   */
  record Coupon(
      String code,
      String orderId,
      String tenant,
      String eventId,
      CouponState state,
      boolean inReview) {}
}
