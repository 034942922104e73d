package dev.orderchain.drills.check.invariant;

import static dev.orderchain.drills.check.fact.Facts.CouponState.ISSUED;
import static dev.orderchain.drills.check.fact.Facts.CouponState.USED;

import dev.orderchain.drills.check.fact.Account;
import dev.orderchain.drills.check.fact.CardOrderRows;
import dev.orderchain.drills.check.fact.Facts;
import dev.orderchain.drills.check.fact.Facts.Effect;
import dev.orderchain.drills.check.fact.Facts.Event;
import dev.orderchain.drills.check.fact.Facts.Order;
import dev.orderchain.drills.check.fact.Facts.OrderPrice;
import dev.orderchain.drills.check.fact.Facts.OrderState;
import dev.orderchain.drills.check.fact.Facts.Price;
import dev.orderchain.drills.check.fact.Facts.Product;
import dev.orderchain.drills.check.fact.Facts.State;
import dev.orderchain.drills.check.fact.Facts.Stock;
import dev.orderchain.drills.check.fact.Pair;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What must hold, each as the stream of those that break it. All of them have to be empty. */
public enum Invariant {
  SENT_WITHOUT_ORDER(
      Group.CHAIN,
      facts ->
          AntiJoin.of(
              facts.eventsByOrder().filter(Event::sent).map(event -> Pair.of(event.orderId())),
              facts.ordersById().map(order -> Pair.of(order.id())))),

  /** The effect must be of the same order, too: an event may not take another one's effect. */
  SENT_WITHOUT_EFFECT(
      Group.CHAIN,
      facts ->
          AntiJoin.of(
              facts
                  .eventsById()
                  .filter(event -> event.sentBy(facts.watermark()))
                  .map(event -> new Pair(event.id(), event.orderId())),
              facts
                  .effectsAfterById()
                  .map(effect -> new Pair(effect.eventId(), effect.orderId())))),

  /** Inbox rows are purged when their event can be delivered no more; then none is asked for. */
  EFFECT_WITHOUT_INBOX(
      Group.CHAIN,
      facts ->
          AntiJoin.of(
              facts
                  .effectsBeforeById()
                  .filter(effect -> effect.createdSince(facts.inboxKeptSince()))
                  .map(effect -> Pair.of(effect.eventId())),
              facts.inboxAfterById().map(Pair::of))),

  EFFECTS_PER_EVENT_OVER_ONE(
      Group.CHAIN,
      facts -> Repeats.of(facts.effectsAfterById().map(effect -> Pair.of(effect.eventId())))),

  /** The order must be of the same tenant, too: nobody is told about another one's order. */
  EFFECT_WITHOUT_ORDER(
      Group.CHAIN,
      facts ->
          AntiJoin.of(
              facts
                  .effectsBeforeByOrder()
                  .map(effect -> new Pair(effect.orderId(), effect.tenant())),
              facts.ordersById().map(order -> new Pair(order.id(), order.tenant())))),

  /** A purged event was SENT long ago, so then its effect stands for it. */
  ORDER_WITHOUT_EVENT(
      Group.CHAIN,
      facts ->
          AntiJoin.of(
              AntiJoin.of(
                  facts.ordersById().flatMap(Order::told), facts.eventsByOrder().map(Event::told)),
              facts.effectsAfterByOrder().map(Effect::told))),

  /** How an order ended is told only when it did so. */
  EVENT_AGAINST_ORDER(
      Group.CHAIN,
      facts ->
          AntiJoin.of(
              facts.eventsByOrder().filter(Event::tellsAnEnd).map(Event::told),
              facts.ordersById().flatMap(Order::told))),

  UNSENT_OVERDUE(
      Group.CHAIN,
      facts ->
          facts
              .unsent()
              .filter(event -> event.state() != State.PARKED)
              .filter(event -> event.createdBy(facts.watermark()))
              .map(event -> new Pair(event.id(), event.state().name()))),

  PARKED(
      Group.CHAIN,
      facts ->
          facts
              .unsent()
              .filter(event -> event.state() == State.PARKED)
              .map(event -> Pair.of(event.id()))),

  STOCK_NOT_ADDING_UP(
      Group.STOCK, facts -> facts.stockBySku().filter(stock -> !stock.addsUp()).map(Stock::sums)),

  /** The stock's sum cannot tell a reservation's pieces from those of another. */
  RESERVED_NOT_ADDING_UP(
      Group.STOCK,
      facts -> facts.stockBySku().filter(stock -> !stock.isHeldRightly()).map(Stock::holdings)),

  /** An order costs what its product did at the version that it names. */
  ORDER_AT_NO_PRICE(
      Group.PRICES,
      facts ->
          facts.orderPricesById().filter(price -> !price.isListed()).map(OrderPrice::described)),

  PRODUCT_NOT_AT_NEWEST_PRICE(
      Group.PRICES, facts -> products(facts, product -> !product.isAtNewestPrice())),

  PRICE_VERSIONS_MISSING(Group.PRICES, facts -> products(facts, Product::lacksVersions)),

  /** A purged event was SENT long ago, and then so is the change. */
  PRICE_WITHOUT_EVENT(
      Group.PRICES,
      facts ->
          AntiJoin.of(
              changes(facts)
                  .filter(price -> price.changedSince(facts.outboxKeptSince()))
                  .map(Price::told),
              facts.productEventsBySku().map(Event::told))),

  PRICE_EVENT_WITHOUT_PRICE(
      Group.PRICES,
      facts ->
          AntiJoin.of(
              facts.productEventsBySku().map(Event::told), changes(facts).map(Price::told))),

  CARD_ORDER_WITHOUT_WORKFLOW(
      Group.WORKFLOW, facts -> cardOrders(facts, CardOrderRows::isWithoutWorkflow)),

  /** Decision and facts say what the order is. */
  WORKFLOW_AGAINST_ORDER(
      Group.WORKFLOW,
      facts ->
          Stream.concat(
              cardOrders(facts, CardOrderRows::isAgainstWorkflow),
              AntiJoin.of(
                  facts.workflowsByOrder().map(Pair::of),
                  facts.cardOrdersById().map(order -> Pair.of(order.id()))))),

  /** Due and claimed by nobody, or past its deadline and neither at its end nor in review. */
  WORKFLOW_OVERDUE(
      Group.WORKFLOW, facts -> cardOrders(facts, order -> order.isOverdue(facts.watermark()))),

  /** Nobody has decided although the time is over. */
  RESERVED_PAST_DEADLINE(
      Group.WORKFLOW,
      facts -> cardOrders(facts, order -> order.isReservedPastDeadline(facts.watermark()))),

  /**
   * One of the two says CONFIRMED and the other CANCELLED, or one has no end where the other has.
   */
  RESERVATION_AGAINST_DECISION(
      Group.WORKFLOW, facts -> cardOrders(facts, CardOrderRows::isAgainstReservation)),

  REFUND_WITHOUT_RETURN(
      Group.WORKFLOW, facts -> cardOrders(facts, CardOrderRows::isRefundedWithoutReturn)),

  RETURN_WITHOUT_REFUND(
      Group.WORKFLOW,
      facts ->
          AntiJoin.of(
              facts.returnsByOrder().map(Pair::of),
              facts
                  .cardOrdersById()
                  .filter(order -> order.state() == OrderState.REFUNDED)
                  .map(order -> Pair.of(order.id())))),

  /** Money is with the provider, and there is no order for it. */
  CAPTURED_WITHOUT_CONFIRMED_ORDER(
      Group.MONEY, facts -> Money.settled(facts, Account::isTakenWithoutOrder)),

  CONFIRMED_WITHOUT_CAPTURE(
      Group.MONEY, facts -> Money.known(facts, Account::isConfirmedWithoutCapture)),

  CAPTURED_NOT_ONCE(Group.MONEY, facts -> Money.anyTime(facts, Account::isNotCapturedOnce)),

  REFUNDED_WITHOUT_REFUNDED_ORDER(
      Group.MONEY, facts -> Money.settled(facts, Account::isRefundedWithoutOrder)),

  REFUNDED_ORDER_WITHOUT_REFUND(Group.MONEY, facts -> Money.known(facts, Account::isNotRefunded)),

  PAYMENTS_PER_ORDER_OVER_ONE(Group.MONEY, facts -> Money.anyTime(facts, Account::hasSeveral)),

  /** The customer's money is bound, and nobody is going to take it or let it go. */
  HELD_FOR_NOBODY(Group.MONEY, facts -> Money.settled(facts, Account::isHeld)),

  /** Money with the provider = orders confirmed - refunds, over all that is at its end. */
  MONEY_NOT_ADDING_UP(Group.MONEY, Money::differenceOfSums),

  CONFIRMED_WITHOUT_COUPON(Group.COUPONS, Coupons::missing),

  COUPONS_PER_ORDER_OVER_ONE(Group.COUPONS, Coupons::doubled),

  COUPON_WITHOUT_CONFIRMED_ORDER(Group.COUPONS, Coupons::unearned),

  /** A refund revokes its coupon, or finds it used. */
  REFUNDED_WITH_ISSUED_COUPON(
      Group.COUPONS, facts -> Coupons.refunded(facts, coupon -> coupon.state() == ISSUED)),

  REFUNDED_USED_COUPON_WITHOUT_REVIEW(
      Group.COUPONS,
      facts -> Coupons.refunded(facts, coupon -> coupon.state() == USED && !coupon.inReview()));

  /** What is told on one line. */
  public enum Group {
    CHAIN,
    STOCK,
    PRICES,
    WORKFLOW,
    /** Needs the provider's ledger. */
    MONEY,
    COUPONS;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Group group;
  private final Function<Facts, Stream<Pair>> offenders;

  Invariant(Group group, Function<Facts, Stream<Pair>> offenders) {
    this.group = group;
    this.offenders = offenders;
  }

  public Group group() {
    return group;
  }

  /** Those that these facts are enough for. */
  public static Stream<Invariant> judgeable(Facts facts) {
    return Arrays.stream(values())
        .filter(invariant -> invariant.group != Group.MONEY || facts.ledger().isRead());
  }

  private static Stream<Pair> products(Facts facts, Predicate<Product> offends) {
    return facts.productsBySku().filter(offends).map(Product::described);
  }

  private static Stream<Price> changes(Facts facts) {
    return facts.pricesBySku().filter(Price::isChange);
  }

  private static Stream<Pair> cardOrders(Facts facts, Predicate<CardOrderRows> offends) {
    return facts.cardOrdersById().filter(offends).map(CardOrderRows::described);
  }

  Stream<Pair> offenders(Facts facts) {
    return offenders.apply(facts);
  }

  public Finding finding(Facts facts) {
    return Finding.of(label(), offenders(facts));
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
