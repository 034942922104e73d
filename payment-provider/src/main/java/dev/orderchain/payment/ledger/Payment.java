package dev.orderchain.payment.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A payment as the ledger has it.
 *
 * <pre>
 *            authorise        capture      void
 * (none)     AUTHORISED       refused      VOIDED, terms and receipt null
 *            or DECLINED
 * AUTHORISED same answer      CAPTURED     VOIDED
 * DECLINED   same answer      refused      same answer as VOIDED, nothing changes
 * CAPTURED   same answer      same answer  refused
 * VOIDED     refused          refused      same answer
 * </pre>
 *
 * With {@link Token#PAID_AFTER_VOID} a VOIDED one becomes CAPTURED by itself at {@code paidAt}.
 *
 * @param visibleAt from when on look-up finds it; null: never
 * @param paidAt null but for a payment that is going to be paid after its void
 */
public record Payment(
    String key,
    Terms terms,
    String receipt,
    State state,
    Instant createdAt,
    Instant visibleAt,
    Instant paidAt) {
  public enum State {
    AUTHORISED,
    DECLINED,
    CAPTURED,
    VOIDED
  }

  static Payment authorised(String key, Terms terms, Instant now, Duration lateAfter) {
    State state = terms.token() == Token.DECLINED ? State.DECLINED : State.AUTHORISED;
    Instant visibleAt =
        switch (terms.token()) {
          case APPEARS_LATE -> now.plus(lateAfter);
          case RECEIPT_ONLY, PAID_AFTER_VOID -> null;
          default -> now;
        };
    return new Payment(key, terms, "rcpt_" + UUID.randomUUID(), state, now, visibleAt, null);
  }

  /** Keeps the place of a payment that was voided before it came: it is refused when it does. */
  static Payment tombstone(String key, Instant now) {
    return new Payment(key, null, null, State.VOIDED, now, now, null);
  }

  public Payment captured() {
    return new Payment(key, terms, receipt, State.CAPTURED, createdAt, visibleAt, null);
  }

  Payment voided(Instant now, Duration lateAfter) {
    Instant paid = has(Token.PAID_AFTER_VOID) ? now.plus(lateAfter) : null;
    Instant visible = paid == null ? visibleAt : now;
    return new Payment(key, terms, receipt, State.VOIDED, createdAt, visible, paid);
  }

  boolean has(Token token) {
    return terms != null && terms.token() == token;
  }

  /** Nothing is known of what a tombstone keeps the place of. */
  boolean isOfOther(Terms asked) {
    return terms != null && !terms.equals(asked);
  }

  boolean isVisible(Instant now) {
    return visibleAt != null && !visibleAt.isAfter(now);
  }

  public long capturedCents() {
    return state == State.CAPTURED ? terms.amountCents() : 0;
  }
}
