package dev.orderchain.drills.check.fact;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Facts in lists, to plant defects in; begins with orders whose chain is whole. */
public final class ListFacts implements Facts {
  public static final LocalDateTime WATERMARK = LocalDateTime.parse("2026-01-31T12:00:00");
  public static final LocalDateTime SETTLED = WATERMARK.minusSeconds(1);
  public static final LocalDateTime IN_FLIGHT = WATERMARK.plusSeconds(1);

  public static final LocalDateTime INBOX_KEPT_SINCE = WATERMARK.minusDays(7);
  public static final LocalDateTime OUTBOX_KEPT_SINCE = WATERMARK.minusDays(6);

  public final List<Order> orders = new ArrayList<>();
  public final List<Event> events = new ArrayList<>();
  final List<Event> productEvents = new ArrayList<>();
  public final List<Stock> stock = new ArrayList<>();
  public final List<Product> products = new ArrayList<>();
  public final List<Price> prices = new ArrayList<>();
  public final List<OrderPrice> orderPrices = new ArrayList<>();
  public final List<Effect> effectsBefore = new ArrayList<>();
  public final List<Effect> effectsAfter = new ArrayList<>();
  public final List<String> inbox = new ArrayList<>();

  public static ListFacts whole(String... orderIds) {
    ListFacts facts = new ListFacts();
    for (String id : orderIds) {
      facts.orders.add(order(id));
      facts.events.add(event(id, State.SENT, SETTLED));
      Effect effect = effect(id, SETTLED);
      facts.effectsBefore.add(effect);
      facts.effectsAfter.add(effect);
      facts.inbox.add(id + ":1");
    }
    facts.price(1, 450);
    facts.price(2, 500).event(2);
    facts.products.add(new Product("SKU-1", 2, 500, facts.prices.getLast(), 2));
    facts.orderPrices.add(new OrderPrice(orderIds[0], "SKU-1", 1, 450, 450L));
    Held held = new Held(7, 5);
    facts.stock.add(new Stock("SKU-1", 100, 88 - orderIds.length, orderIds.length, held, held));
    return facts;
  }

  /** Of SKU-1. */
  public ListFacts price(int version, long cents) {
    prices.add(new Price("SKU-1", version, cents, SETTLED));
    return this;
  }

  /** Tells of that version of SKU-1, and may just have been written. */
  public ListFacts event(int version) {
    productEvents.add(
        new Event(
            "SKU-1:" + version,
            "SKU-1",
            version,
            "PriceChanged",
            State.PENDING,
            IN_FLIGHT,
            IN_FLIGHT));
    return this;
  }

  /** Without reservations. */
  public static Stock stock(String sku, long supplied, long available, long ordered) {
    return new Stock(sku, supplied, available, ordered, new Held(0, 0), new Held(0, 0));
  }

  /** On account. */
  public static Order order(String id) {
    return new Order(id, "acme", OrderState.PLACED);
  }

  public static Event event(String orderId, State state, LocalDateTime at) {
    return new Event(orderId + ":1", orderId, 1, "OrderPlaced", state, at, at);
  }

  public static Effect effect(String orderId, LocalDateTime at) {
    return effect(orderId, "acme", at);
  }

  public static Effect effect(String orderId, String tenant, LocalDateTime at) {
    return new Effect(orderId + ":1", orderId, tenant, "OrderPlaced", at);
  }

  @Override
  public LocalDateTime inboxKeptSince() {
    return INBOX_KEPT_SINCE;
  }

  @Override
  public LocalDateTime outboxKeptSince() {
    return OUTBOX_KEPT_SINCE;
  }

  @Override
  public LocalDateTime watermark() {
    return WATERMARK;
  }

  @Override
  public Stream<Order> ordersById() {
    return sorted(orders, Order::id);
  }

  @Override
  public Stream<Event> eventsById() {
    return sorted(events, Event::id);
  }

  @Override
  public Stream<Event> eventsByOrder() {
    return sorted(events, Event::orderId);
  }

  @Override
  public Stream<Event> productEventsBySku() {
    return sorted(productEvents, Event::orderId);
  }

  @Override
  public Stream<Product> productsBySku() {
    return sorted(products, Product::sku);
  }

  @Override
  public Stream<Price> pricesBySku() {
    return sorted(prices, Price::sku);
  }

  @Override
  public Stream<OrderPrice> orderPricesById() {
    return sorted(orderPrices, OrderPrice::orderId);
  }

  @Override
  public Stream<Event> unsent() {
    return events.stream()
        .filter(event -> event.state() != State.SENT && event.state() != State.DISCARDED);
  }

  @Override
  public Stream<Stock> stockBySku() {
    return sorted(stock, Stock::sku);
  }

  /** Nothing here is paid by card. */
  @Override
  public Stream<CardOrderRows> cardOrdersById() {
    return Stream.empty();
  }

  @Override
  public Stream<String> workflowsByOrder() {
    return Stream.empty();
  }

  @Override
  public Stream<String> returnsByOrder() {
    return Stream.empty();
  }

  @Override
  public long tenantsOverCreditLimit() {
    return 0;
  }

  @Override
  public LedgerSnapshot ledger() {
    return new LedgerSnapshot(WATERMARK, List.of(), null);
  }

  @Override
  public Stream<Coupon> couponsBeforeByOrder() {
    return Stream.empty();
  }

  @Override
  public Stream<Coupon> couponsAfterByOrder() {
    return Stream.empty();
  }

  @Override
  public Stream<Effect> effectsBeforeById() {
    return sorted(effectsBefore, Effect::eventId);
  }

  @Override
  public Stream<Effect> effectsBeforeByOrder() {
    return sorted(effectsBefore, Effect::orderId);
  }

  @Override
  public Stream<Effect> effectsAfterById() {
    return sorted(effectsAfter, Effect::eventId);
  }

  @Override
  public Stream<Effect> effectsAfterByOrder() {
    return sorted(effectsAfter, Effect::orderId);
  }

  @Override
  public Stream<String> inboxAfterById() {
    return sorted(inbox, Function.identity());
  }

  private static <T> Stream<T> sorted(List<T> rows, Function<T, String> key) {
    return rows.stream().sorted(Comparator.comparing(key));
  }
}
