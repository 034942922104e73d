package dev.orderchain.drills.histories;

import dev.orderchain.drills.histories.Plot.Kind;
import java.util.List;

/** All histories, in the order in which they are told. */
final class Catalogue {
  private Catalogue() {}

  static final List<Plot> ALL =
      List.of(
          new Plot(
              "cancel-try-cancel",
              "Cancel→Try→Cancel: the Cancel that came first refuses the Try",
              Kind.QUICK,
              Reserving::cancelTryCancel),
          new Plot(
              "confirm-against-cancel",
              "Confirm against Cancel, in both orders and at once: one of them holds",
              Kind.QUICK,
              Reserving::confirmAgainstCancel),
          new Plot(
              "try-try-other-quantity",
              "Try→Try with another quantity: a conflict, and the first one stands",
              Kind.QUICK,
              Reserving::tryTryOther),
          new Plot(
              "payment-late",
              "the order is cancelled, its payment comes late: refunded, and still cancelled",
              Kind.WAITS,
              Paying::paymentLate),
          new Plot(
              "answer-lost-killed",
              "paid, the answer lost, order-service killed: found by its key, and confirmed",
              Kind.QUICK,
              Killed::answerLost),
          new Plot(
              "receipt-only",
              "a payment that no look-up finds: stays UNKNOWN, then a person has the word",
              Kind.WAITS,
              Paying::receiptOnly),
          new Plot(
              "one-confirmed-killed",
              "decided CONFIRM, captured, order-service killed: the stock is confirmed too",
              Kind.QUICK,
              Killed::oneConfirmed),
          new Plot(
              "taken-over",
              "claimed by A, frozen, taken over by B, A wakes: A writes nothing",
              Kind.QUICK,
              TakenOver::play));
}
