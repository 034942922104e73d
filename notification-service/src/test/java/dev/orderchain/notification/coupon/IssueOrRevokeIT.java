package dev.orderchain.notification.coupon;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.notification.Sample;
import dev.orderchain.notification.message.Message;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What becomes of confirmations and refunds. */
@QuarkusTest
class IssueOrRevokeIT extends OnCoupons {
  @Inject UseCoupon useCoupon;

  @Test
  void aConfirmationIssuesOneCouponHoweverOftenItIsDelivered() {
    Sample confirmed = confirmation();
    double duplicates = counted("coupon.deliveries", "outcome", "duplicate");

    receive(confirmed);
    receive(confirmed);
    receive(confirmed, confirmed);

    assertEquals(List.of("ISSUED"), states(confirmed));
    assertEquals(1, inboxRowsOfCoupons(confirmed));
    assertEquals(3, counted("coupon.deliveries", "outcome", "duplicate") - duplicates);
    assertEquals(
        List.of("acme " + confirmed.eventId()),
        texts(
            "SELECT CONCAT(tenant, ' ', event_id) FROM coupon WHERE order_id = ?",
            confirmed.orderId));
  }

  @Test
  void aCommitWhoseAnswerIsLostIssuesOnce() {
    Sample[] confirmed =
        IntStream.range(0, 20).mapToObj(i -> confirmation()).toArray(Sample[]::new);

    int lost = link.lost();
    link.loseNextCommitAnswer();
    receive(confirmed);

    assertEquals(lost + 1, link.lost());
    for (Sample each : confirmed) {
      assertEquals(List.of("ISSUED"), states(each));
    }
  }

  @Test
  void aRefundRevokesAnUnusedCoupon() throws Exception {
    Sample confirmed = confirmation();
    receive(confirmed);

    receive(refundOf(confirmed));
    receive(refundOf(confirmed));

    assertEquals(List.of("REVOKED"), states(confirmed));
    assertEquals(List.of(), reviews(confirmed));
    assertEquals(new UseCoupon.Use.Revoked(), use(confirmed));
    assertEquals(List.of("REVOKED"), states(confirmed));
  }

  @Test
  void aConfirmationAndItsRefundInOneBatchLeaveARevokedCoupon() {
    Sample first = confirmation();
    Sample second = confirmation();

    receive(first, refundOf(first), second, refundOf(second));

    assertEquals(List.of("REVOKED"), states(first));
    assertEquals(List.of("REVOKED"), states(second));
    assertEquals(List.of(), reviews(first));
  }

  @Test
  void aUsedCouponStaysAsItIsAndItsRefundIsReviewedOnce() throws Exception {
    Sample confirmed = confirmation();
    receive(confirmed);
    use(confirmed);
    List<String> before = row(confirmed);

    receive(refundOf(confirmed));
    receive(refundOf(confirmed));
    receive(refundOf(confirmed), refundOf(confirmed));

    assertEquals(before, row(confirmed));
    assertEquals(
        List.of("COUPON_USED " + codes(confirmed).getFirst() + " " + confirmed.orderId + ":3"),
        reviews(confirmed));
  }

  private static List<String> row(Sample confirmed) {
    return texts(
        "SELECT CONCAT_WS(' ', code, state, issued_at, used_at, revoked_at) FROM coupon"
            + " WHERE order_id = ?",
        confirmed.orderId);
  }

  @Test
  void aRefundWithoutACouponIsReviewedAndHoldsUpNobody() {
    Sample unheardOf = confirmation();
    Sample neighbour = confirmation();
    double parked = counted("coupon.parked");

    receive(refundOf(unheardOf), neighbour);
    receive(refundOf(unheardOf));

    assertEquals(List.of("NO_COUPON " + unheardOf.orderId + ":3"), reviews(unheardOf));
    assertEquals(List.of("ISSUED"), states(neighbour));
    assertEquals(0, counted("coupon.parked") - parked);
  }

  @Test
  void otherEventsLeaveNothing() {
    Sample placed = Sample.ofNewOrder();
    Sample cancelled = Sample.of(UUID.randomUUID().toString(), 2).cancelled("DECLINED");
    Sample unknown = Sample.ofNewOrder().set("ce_type", "OrderEaten");
    double batches = counted("coupon.batches");

    receive(placed, cancelled, unknown);

    for (Sample each : List.of(placed, cancelled, unknown)) {
      assertEquals(0, inboxRowsOfCoupons(each));
      assertEquals(List.of(), parkedReasons(each.message().key()));
      assertEquals(List.of(), states(each));
    }
    assertEquals(0, counted("coupon.batches") - batches);
  }

  @Test
  void aConfirmationThatCannotBeReadIsParkedOnceByBothConsumers() {
    Message bad = confirmation().confirmed("-1").message();

    receive(issueOrRevoke, bad);
    receive(notices.effect, bad);

    assertEquals(List.of("amountCents is not 0 to 9007199254740991"), parkedReasons(bad.key()));
  }

  @Test
  void whatTheOtherConsumerHasReceivedIsNewHere() {
    Sample confirmed = confirmation();
    receive(notices.effect, confirmed.message());

    receive(confirmed);

    assertEquals(2, inboxRows(confirmed.eventId()));
    assertEquals(1, effects(confirmed.eventId()));
    assertEquals(List.of("ISSUED"), states(confirmed));
  }

  @Test
  void aCouponThatTheDatabaseRefusesLeavesNoInboxRowAndItsNeighbourArrives() {
    Sample confirmed = confirmation();
    Sample good = confirmation();
    execute(
        "ALTER TABLE coupon ADD CONSTRAINT ck_test CHECK (order_id <> '%s')"
            .formatted(confirmed.orderId));
    try {
      receive(good, confirmed);
    } finally {
      execute("ALTER TABLE coupon DROP CHECK ck_test");
    }

    assertEquals(0, inboxRowsOfCoupons(confirmed));
    assertEquals(List.of(), states(confirmed));
    assertEquals(1, parkedReasons(confirmed.message().key()).size());
    assertEquals(List.of("ISSUED"), states(good));
  }

  private UseCoupon.Use use(Sample ofOrder) throws Exception {
    return useCoupon.use("acme", codes(ofOrder).getFirst());
  }
}
