package dev.orderchain.payment.notice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.payment.ledger.Payment;
import dev.orderchain.payment.ledger.Payments;
import dev.orderchain.payment.ledger.Turns;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Makes voided payments paid whose time has come, and tells the merchant. The payment and its
 * notice are one commit; a notice is posted until it is taken, so also after a kill and more than
 * once.
 */
@ApplicationScoped
class LatePayments {
  private static final int BATCH = 100;

  private final Turns turns;
  private final Payments payments;
  private final Notices notices;
  private final PostNotice post;
  private final ObjectMapper json;

  LatePayments(
      Turns turns, Payments payments, Notices notices, PostNotice post, ObjectMapper json) {
    this.turns = turns;
    this.payments = payments;
    this.notices = notices;
    this.post = post;
    this.json = json;
  }

  @Scheduled(every = "1s", concurrentExecution = ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void turnPaid() {
    turns.take(this::turnDue);
  }

  /** Apart from the other, so that a merchant who does not answer holds up notices only. */
  @Scheduled(every = "1s", concurrentExecution = ConcurrentExecution.SKIP)
  @RunOnVirtualThread
  void tell() {
    if (!post.isWanted()) {
      return;
    }
    List<Notice> due = turns.take(() -> notices.due(Instant.now(), BATCH));
    for (Notice notice : due) {
      Instant next = post.isTaken(notice) ? null : notice.retryAfter(Instant.now());
      turns.take(() -> notices.attempted(notice, next));
    }
  }

  private Void turnDue() throws SQLException, JsonProcessingException {
    Instant now = Instant.now();
    for (Payment late : payments.paidBy(now, BATCH)) {
      Payment paid = late.captured();
      payments.update(paid);
      if (post.isWanted()) {
        notices.insert(notice(paid, now), now);
      }
    }
    return null;
  }

  private Notice notice(Payment paid, Instant now) throws JsonProcessingException {
    String id = UUID.randomUUID().toString();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("noticeId", id);
    body.put("paymentKey", paid.key());
    body.put("state", paid.state());
    body.put("amountCents", paid.terms().amountCents());
    body.put("currency", paid.terms().currency());
    body.put("receipt", paid.receipt());
    body.put("occurredAt", now.toString());
    return new Notice(id, json.writeValueAsString(body), 0);
  }
}
