package dev.orderchain.drills.check.invariant;

import dev.orderchain.drills.check.fact.Facts;
import dev.orderchain.drills.check.fact.Facts.Coupon;
import dev.orderchain.drills.check.fact.Facts.Event;
import dev.orderchain.drills.check.fact.Pair;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What is wrong between the card orders' events and the coupons. */
final class Coupons {
  private Coupons() {}

  /** By the event that it was issued for, which is not asked for when it is purged. */
  static Stream<Pair> missing(Facts facts) {
    return AntiJoin.of(
        sent(facts, "OrderConfirmed").map(event -> new Pair(event.orderId(), event.id())),
        facts.couponsAfterByOrder().map(coupon -> new Pair(coupon.orderId(), coupon.eventId())));
  }

  static Stream<Pair> doubled(Facts facts) {
    return Repeats.of(
        facts.couponsAfterByOrder().map(coupon -> new Pair(coupon.orderId(), coupon.code())));
  }

  /** The order must be of the same tenant, too. */
  static Stream<Pair> unearned(Facts facts) {
    return AntiJoin.of(
        facts.couponsBeforeByOrder().map(coupon -> new Pair(coupon.orderId(), coupon.tenant())),
        facts
            .ordersById()
            .filter(order -> order.state().isConfirmed())
            .map(order -> new Pair(order.id(), order.tenant())));
  }

  /** Orders that have such a coupon although they were told to be refunded. */
  static Stream<Pair> refunded(Facts facts, Predicate<Coupon> offends) {
    return AntiJoin.of(
        with(facts, offends),
        AntiJoin.of(
            with(facts, offends),
            sent(facts, "OrderRefunded").map(event -> Pair.of(event.orderId()))));
  }

  private static Stream<Pair> with(Facts facts, Predicate<Coupon> which) {
    return facts.couponsAfterByOrder().filter(which).map(coupon -> Pair.of(coupon.orderId()));
  }

  /** Those that must have been received, by order. */
  private static Stream<Event> sent(Facts facts, String type) {
    return facts.eventsByOrder().filter(event -> event.is(type) && event.sentBy(facts.watermark()));
  }
}
