package dev.orderchain.notification.coupon;

import dev.orderchain.notification.OnRealServers;
import dev.orderchain.notification.Sample;
import dev.orderchain.notification.message.Message;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** What the tests of coupons share. Messages are handed over to the consumer directly. */
abstract class OnCoupons extends OnRealServers {
  @Inject IssueOrRevoke issueOrRevoke;

  void receive(Sample... batch) {
    receive(issueOrRevoke, Stream.of(batch).map(Sample::message).toArray(Message[]::new));
  }

  /** The fact that an order was confirmed; a coupon when it is received. */
  static Sample confirmation() {
    return Sample.of(UUID.randomUUID().toString(), 2).confirmed("1250");
  }

  static Sample refundOf(Sample confirmation) {
    return Sample.of(confirmation.orderId, 3).refunded();
  }

  static List<String> codes(Sample ofOrder) {
    return texts("SELECT code FROM coupon WHERE order_id = ?", ofOrder.orderId);
  }

  /** The states of its coupons. */
  static List<String> states(Sample ofOrder) {
    return texts("SELECT state FROM coupon WHERE order_id = ?", ofOrder.orderId);
  }

  /** Reason, code and event of its reviews. */
  static List<String> reviews(Sample ofOrder) {
    return texts(
        "SELECT CONCAT_WS(' ', reason, code, event_id) FROM coupon_review WHERE order_id = ?",
        ofOrder.orderId);
  }

  static long inboxRowsOfCoupons(Sample sample) {
    return number(
        "SELECT COUNT(*) FROM inbox WHERE consumer_name = 'coupons' AND event_id = ?",
        sample.eventId());
  }
}
