package dev.orderchain.drills.check.fact;

import dev.orderchain.drills.check.fact.LedgerSnapshot.Payment;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A card order beside the payments that the provider has under its name.
 *
 * @param order null when there is none
 */
public record Account(String orderId, CardOrderRows order, List<Payment> payments) {

  /** All that have an order or a payment, by order. Both streams are sorted by that. */
  static Stream<Account> of(Stream<CardOrderRows> orders, Stream<Payment> payments) {
    Merge merge = new Merge(orders.iterator(), payments.iterator());
    return Stream.iterate(merge.next(), Objects::nonNull, account -> merge.next());
  }

  long capturedCents() {
    return payments.stream().mapToLong(Payment::capturedCents).sum();
  }

  long refundedCents() {
    return payments.stream().mapToLong(Payment::refundedCents).sum();
  }

  /** What is with the provider now. */
  public long takenCents() {
    return capturedCents() - refundedCents();
  }

  /** What has to be with the provider when the workflow is at its end. */
  public long dueCents() {
    return order != null && order.state() == Facts.OrderState.CONFIRMED ? order.amountCents() : 0;
  }

  /** Whether nobody was at work on it since, or is going to be. */
  public boolean isSettled(LocalDateTime time) {
    return order == null || order.isWithoutWorkflow() || order.isDone() && order.isSince(time);
  }

  /** Whether what our side knows was so before. */
  public boolean isKnown(LocalDateTime time) {
    return order != null && order.isSince(time);
  }

  public boolean isTakenWithoutOrder() {
    return takenCents() > 0 && dueCents() == 0;
  }

  public boolean isConfirmedWithoutCapture() {
    return order != null
        && order.state().isConfirmed()
        && payments.stream().noneMatch(Payment::isCaptured);
  }

  public boolean isNotCapturedOnce() {
    return order != null && capturedCents() != 0 && capturedCents() != order.amountCents();
  }

  public boolean isRefundedWithoutOrder() {
    return refundedCents() > 0 && (order == null || !order.isRefundKnown());
  }

  public boolean isNotRefunded() {
    return order != null && order.isRefundKnown() && refundedCents() != capturedCents();
  }

  public boolean isHeld() {
    return payments.stream().anyMatch(Payment::isHeld);
  }

  public boolean hasSeveral() {
    return payments.size() > 1;
  }

  public Pair described() {
    return new Pair(
        orderId,
        "%s; provider: %s"
            .formatted(
                order == null ? "no card order" : order.described().with(),
                payments.isEmpty() ? "nothing" : payments));
  }

  private static final class Merge {
    private final Iterator<CardOrderRows> orders;
    private final Iterator<Payment> payments;
    private CardOrderRows order;
    private Payment payment;

    Merge(Iterator<CardOrderRows> orders, Iterator<Payment> payments) {
      this.orders = orders;
      this.payments = payments;
      order = next(orders);
      payment = next(payments);
    }

    Account next() {
      if (order == null && payment == null) return null;
      boolean orderFirst =
          payment == null || order != null && order.id().compareTo(payment.orderId()) <= 0;
      String id = orderFirst ? order.id() : payment.orderId();
      CardOrderRows ofId = orderFirst ? order : null;
      if (orderFirst) order = next(orders);
      List<Payment> ofOrder = new ArrayList<>();
      for (; payment != null && payment.orderId().equals(id); payment = next(payments)) {
        ofOrder.add(payment);
      }
      return new Account(id, ofId, ofOrder);
    }

    private static <T> T next(Iterator<T> rest) {
      return rest.hasNext() ? rest.next() : null;
    }
  }
}
