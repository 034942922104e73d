package dev.orderchain.payment.ledger;

import dev.orderchain.payment.Settings;
import dev.orderchain.payment.ledger.Outcome.Authorised;
import dev.orderchain.payment.ledger.Outcome.Captured;
import dev.orderchain.payment.ledger.Outcome.Found;
import dev.orderchain.payment.ledger.Outcome.NoAnswer;
import dev.orderchain.payment.ledger.Outcome.Refunded;
import dev.orderchain.payment.ledger.Outcome.Refused;
import dev.orderchain.payment.ledger.Outcome.Voided;
import dev.orderchain.payment.problem.Problem;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calls on a payment: each is counted, decided and written in one transaction. Committed when
 * it returns, so that an answer that is lost after that was for something that was done.
 */
@ApplicationScoped
@InTurn
public class Ledger {
  private final Payments payments;
  private final Refunds refunds;
  private final Calls calls;
  private final Settings settings;

  Ledger(Payments payments, Refunds refunds, Calls calls, Settings settings) {
    this.payments = payments;
    this.refunds = refunds;
    this.calls = calls;
    this.settings = settings;
  }

  /** The same key again gets the same answer. */
  public Outcome authorise(String key, Terms terms) throws SQLException {
    calls.count(key, Call.AUTHORISE);
    Instant now = Instant.now();
    Optional<Payment> known = payments.find(key);
    if (known.isEmpty()) {
      Payment made = Payment.authorised(key, terms, now, settings.lateAfter());
      payments.insert(made);
      return made.has(Token.ANSWER_LOST) ? new NoAnswer() : authorisation(made, now);
    }
    Payment payment = known.get();
    if (payment.isVisible(now) && payment.isOfOther(terms)) {
      return new Refused(
          Problem.PAYMENT_CONFLICT, "The key names a payment of another amount or card.");
    }
    return authorisation(payment, now);
  }

  private static Outcome authorisation(Payment payment, Instant now) {
    if (!payment.isVisible(now)) {
      return new NoAnswer();
    }
    return switch (payment.state()) {
      case AUTHORISED, CAPTURED -> new Authorised(payment);
      case DECLINED -> new Refused(Problem.PAYMENT_DECLINED, "The card was declined.");
      case VOIDED -> new Refused(Problem.PAYMENT_VOIDED, "The payment was voided.");
    };
  }

  /** Takes the whole amount. */
  public Outcome capture(String key) throws SQLException {
    calls.count(key, Call.CAPTURE);
    Optional<Payment> known = payments.find(key);
    if (known.isEmpty()) {
      return new Refused(Problem.NOT_AUTHORISED, "There is no payment of this key.");
    }
    Payment payment = known.get();
    if (payment.has(Token.RECEIPT_ONLY)) {
      return new NoAnswer();
    }
    return switch (payment.state()) {
      case AUTHORISED -> {
        payments.update(payment.captured());
        yield payment.has(Token.CAPTURE_ANSWER_LOST)
            ? new NoAnswer()
            : new Captured(payment.captured());
      }
      case CAPTURED -> new Captured(payment);
      case DECLINED, VOIDED ->
          new Refused(Problem.NOT_AUTHORISED, "The payment is " + payment.state() + ".");
    };
  }

  /** After it nothing is held; a payment that has not come yet is refused when it comes. */
  public Outcome cancel(String key) throws SQLException {
    calls.count(key, Call.VOID);
    Instant now = Instant.now();
    Optional<Payment> known = payments.find(key);
    if (known.isEmpty()) {
      Payment tombstone = Payment.tombstone(key, now);
      payments.insert(tombstone);
      return new Voided(tombstone);
    }
    Payment payment = known.get();
    if (payment.has(Token.RECEIPT_ONLY)) {
      return new NoAnswer();
    }
    return giveUp(payment, now);
  }

  /** What a person has done by telephone, with the receipt in hand: no key is needed for it. */
  public Outcome cancelByReceipt(String receipt) throws SQLException {
    Optional<Payment> known = payments.findByReceipt(receipt);
    return known.isPresent()
        ? giveUp(known.get(), Instant.now())
        : new Refused(Problem.NOT_FOUND, "No payment has this receipt.");
  }

  private Outcome giveUp(Payment payment, Instant now) throws SQLException {
    return switch (payment.state()) {
      case AUTHORISED -> {
        Payment voided = payment.voided(now, settings.lateAfter());
        payments.update(voided);
        yield new Voided(voided);
      }
      case DECLINED, VOIDED -> new Voided(payment);
      case CAPTURED -> new Refused(Problem.ALREADY_CAPTURED, "It can only be refunded.");
    };
  }

  /** The same refund key again gets the same answer; together never more than was captured. */
  public Outcome refund(String key, String refundKey, long cents) throws SQLException {
    calls.count(key, Call.REFUND);
    Optional<Payment> known = payments.find(key);
    if (known.isPresent() && known.get().has(Token.RECEIPT_ONLY)) {
      return new NoAnswer();
    }
    if (known.isEmpty() || known.get().state() != Payment.State.CAPTURED) {
      return new Refused(Problem.NOT_CAPTURED, "There is nothing to be given back.");
    }
    Payment payment = known.get();
    List<Refund> before = refunds.of(key);
    Optional<Refund> same = before.stream().filter(r -> r.key().equals(refundKey)).findFirst();
    if (same.isPresent()) {
      return same.get().amountCents() == cents
          ? refunded(same.get())
          : new Refused(Problem.REFUND_CONFLICT, "The key names a refund of another amount.");
    }
    long left = payment.capturedCents() - Refund.sum(before);
    if (cents > left || before.size() == Refunds.MOST) {
      return new Refused(
          Problem.REFUND_TOO_LARGE,
          "%d cents in %d more refunds are left.".formatted(left, Refunds.MOST - before.size()));
    }
    Refund refund = Refund.of(payment, refundKey, cents);
    refunds.insert(refund);
    return payment.has(Token.REFUND_ANSWER_LOST) ? new NoAnswer() : refunded(refund);
  }

  private static Outcome refunded(Refund refund) {
    return switch (refund.state()) {
      case REFUNDED -> new Refunded(refund);
      case DECLINED -> new Refused(Problem.REFUND_DECLINED, "The card takes no refund.");
    };
  }

  public Outcome lookUp(String key) throws SQLException {
    calls.count(key, Call.LOOK_UP);
    Optional<Payment> known = payments.find(key);
    return known.isPresent() && known.get().isVisible(Instant.now())
        ? new Found(known.get(), refunds.of(key))
        : new Refused(Problem.NOT_FOUND, "No payment is found by this key.");
  }

  /** A page of all payments, or of one; the first page says what they sum up to. */
  public Page page(Optional<String> key, long after, int limit) throws SQLException {
    List<Payments.Entry> entries = payments.list(key, after, limit);
    return after == 0
        ? new Page(payments.totals(key), calls.received(key), entries)
        : new Page(null, null, entries);
  }

  /**
   * @param totals by currency; null, like received, but for the first page
   */
  public record Page(
      Map<String, Payments.Total> totals, Map<Call, Long> received, List<Payments.Entry> entries) {}
}
