package dev.orderchain.payment.ledger;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A card token. It says how the payment made with it behaves. */
public enum Token {
  OK,
  DECLINED,
  /** Authorised; the answer is lost. */
  ANSWER_LOST,
  /** Authorised; the answer takes its time. */
  SLOW,
  /** Authorised without an answer; look-up finds it only later. */
  APPEARS_LATE,
  /** Authorised without an answer, under its receipt only: nothing ever finds it by its key. */
  RECEIPT_ONLY,
  CAPTURE_ANSWER_LOST,
  REFUND_DECLINED,
  REFUND_ANSWER_LOST,
  /** Authorised without an answer and not found; once it was voided it turns out to be paid. */
  PAID_AFTER_VOID;

  /** As it stands in a request: {@code tok_answer_lost}. */
  public String text() {
    return "tok_" + name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Token> of(String text) {
    return Arrays.stream(values()).filter(token -> token.text().equals(text)).findFirst();
  }

  public static List<String> texts() {
    return Arrays.stream(values()).map(Token::text).toList();
  }
}
