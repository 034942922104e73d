package dev.orderchain.notification.coupon;

import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.inbox.Effect;
import dev.orderchain.notification.message.Event;
import dev.orderchain.notification.message.Message;
import dev.orderchain.notification.message.OrderFact;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.List;

/**
 * An {@code OrderConfirmed} issues a coupon; an {@code OrderRefunded} revokes it, or opens a review
 * when there is nothing left to revoke.
 *
 * <p>Other types leave no inbox row: a row says that an event took effect, and these have none, so
 * that they may come as often as they like. A message of the two types that cannot be read is
 * parked, once, by whichever consumer comes first.
 */
@ApplicationScoped
class IssueOrRevoke implements Effect {
  private final Coupons coupons;
  private final CouponReviews reviews;
  private final NotificationSettings settings;

  IssueOrRevoke(Coupons coupons, CouponReviews reviews, NotificationSettings settings) {
    this.coupons = coupons;
    this.reviews = reviews;
    this.settings = settings;
  }

  @Override
  public String name() {
    return "coupon";
  }

  @Override
  public String consumerName() {
    return settings.coupon().consumerName();
  }

  @Override
  public boolean concerns(Message message) {
    return message.isOfType(OrderFact.Confirmed.TYPE) || message.isOfType(OrderFact.Refunded.TYPE);
  }

  /** Issues first: the confirmation of an order comes before its refund, maybe in one batch. */
  @Override
  public void take(List<Event> events) throws SQLException {
    List<Event> confirmations = of(OrderFact.Confirmed.class, events);
    if (!confirmations.isEmpty()) {
      coupons.issue(confirmations);
    }
    for (Event refund : of(OrderFact.Refunded.class, events)) {
      revoke(refund);
    }
  }

  private void revoke(Event refund) throws SQLException {
    String orderId = refund.fact().orderId();
    coupons.revoke(orderId);
    List<Coupons.Standing> standings = coupons.standings(orderId);
    if (standings.isEmpty()) {
      reviews.open(refund, null, CouponReview.Reason.NO_COUPON);
    }
    for (Coupons.Standing standing : standings) {
      if (standing.state() == Coupon.State.USED) {
        reviews.open(refund, standing.code(), CouponReview.Reason.COUPON_USED);
      }
    }
  }

  private static List<Event> of(Class<? extends OrderFact> fact, List<Event> events) {
    return events.stream().filter(event -> fact.isInstance(event.fact())).toList();
  }
}
