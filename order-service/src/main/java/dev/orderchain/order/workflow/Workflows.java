package dev.orderchain.order.workflow;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import dev.orderchain.order.request.PayloadHash;
import dev.orderchain.order.workflow.Standing.Decision;
import dev.orderchain.order.workflow.Standing.Payment;
import dev.orderchain.order.workflow.Standing.Refund;
import dev.orderchain.order.workflow.Standing.Step;
import dev.orderchain.order.workflow.Workflow.Charge;
import dev.orderchain.order.workflow.Workflow.Subject;
import dev.orderchain.order.workflow.Workflow.Token;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Query;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The table {@code workflow}: what is due, whose claim holds, and one compare-and-set a move. */
@ApplicationScoped
public class Workflows {
  private static final String COLUMNS =
      """
      SELECT w.workflow_id, w.order_id, w.amount_cents, w.currency, w.card_token, w.traceparent,
             w.step, w.decision, w.payment, w.refund, w.attempt, w.claim_id, w.version,
             w.decide_by <= NOW(6) AS decide_by_over, w.deadline <= NOW(6) AS deadline_over,
             o.tenant, o.sku, o.quantity
      FROM workflow w
      """;

  private final EntityManager entities;

  Workflows(EntityManager entities) {
    this.entities = entities;
  }

  /**
   * A card order's workflow, as placing starts it.
   *
   * @param decideWithin as its reservation says
   * @param endWithin then a person has to look
   */
  public record Start(
      String workflowId,
      String orderId,
      PayloadHash inputHash,
      Charge charge,
      String traceparent,
      Duration decideWithin,
      Duration endWithin) {}

  /** Starts it, due at once: it exists if and only if the caller's transaction commits. */
  @Transactional(MANDATORY)
  public void start(Start start) {
    entities
        .createNativeQuery(
            """
            INSERT INTO workflow
              (workflow_id, order_id, input_hash, amount_cents, currency, card_token, traceparent,
               decide_by, deadline)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7,
                    NOW(6) + INTERVAL ?8 SECOND, NOW(6) + INTERVAL ?9 SECOND)
            """)
        .setParameter(1, start.workflowId())
        .setParameter(2, start.orderId())
        .setParameter(3, start.inputHash().bytes())
        .setParameter(4, start.charge().amountCents())
        .setParameter(5, start.charge().currency())
        .setParameter(6, start.charge().cardToken())
        .setParameter(7, start.traceparent())
        .setParameter(8, start.decideWithin().toSeconds())
        .setParameter(9, start.endWithin().toSeconds())
        .executeUpdate();
  }

  /**
   * Claims what is due, longest due first, for the time of the lease. A claimed row is due again
   * when its lease is over, so that the claim of a driver that died needs no care of its own. Off
   * ix_workflow_due; rows that others are claiming are skipped.
   */
  @Transactional(MANDATORY)
  List<Workflow> claim(int most, Duration lease) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                COLUMNS
                    + """
                    FORCE INDEX (ix_workflow_due) JOIN orders o ON o.order_id = w.order_id
                    WHERE w.due_at <= NOW(6) ORDER BY w.due_at LIMIT ?1
                    FOR UPDATE OF w SKIP LOCKED
                    """,
                Tuple.class)
            .setParameter(1, most)
            .getResultList();
    if (rows.isEmpty()) {
      return List.of();
    }
    byte[] claimId = newClaimId();
    entities
        .createNativeQuery(
            """
            UPDATE workflow
            SET claim_id = ?1, lease_until = NOW(6) + INTERVAL ?2 MICROSECOND,
                due_at = NOW(6) + INTERVAL ?2 MICROSECOND, version = version + 1
            WHERE workflow_id IN (?3)
            """)
        .setParameter(1, claimId)
        .setParameter(2, micros(lease))
        .setParameter(3, rows.stream().map(row -> row.get("workflow_id")).toList())
        .executeUpdate();
    return rows.stream()
        .map(row -> workflow(row, new Token(HexFormat.of().formatHex(claimId), version(row) + 1)))
        .toList();
  }

  private static byte[] newClaimId() {
    UUID id = UUID.randomUUID();
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  /**
   * When a move has been written, what then.
   *
   * @param dueIn from now; of no account when the workflow comes to rest
   * @param held whether the writer goes on, and dueIn is its lease
   * @param endWithin a new deadline; null leaves the one that there is
   */
  record Next(Duration dueIn, boolean held, int attempt, String lastError, Duration endWithin) {}

  /**
   * Writes a move, if the workflow is as its reader saw it. False, and nothing written: another has
   * claimed or changed it meanwhile, or the move decides CONFIRM and the time to decide is over.
   */
  @Transactional(MANDATORY)
  boolean write(Workflow seen, Move move, Next next) {
    Standing to = move.to();
    Query update =
        entities.createNativeQuery(
            """
            UPDATE workflow
            SET step = ?1, payment = ?2, refund = ?3,
                confirm_at = IF(?4 = 'CONFIRM', COALESCE(confirm_at, NOW(6)), confirm_at),
                cancel_at = IF(?4 = 'CANCEL', COALESCE(cancel_at, NOW(6)), cancel_at),
                unknown_since = IF(?5, COALESCE(unknown_since, NOW(6)), NULL),
                due_at = CASE WHEN ?6 THEN '9999-12-31'
                              WHEN ?7 OR ?4 <> '' THEN NOW(6) + INTERVAL ?8 MICROSECOND
                              ELSE LEAST(decide_by, NOW(6) + INTERVAL ?8 MICROSECOND) END,
                lease_until = IF(?7, NOW(6) + INTERVAL ?8 MICROSECOND, NOW(6)),
                deadline = IF(?9 > 0, NOW(6) + INTERVAL ?9 SECOND, deadline),
                attempt = ?10, last_error = ?11, version = version + 1, updated_at = NOW(6)
            WHERE workflow_id = ?12 AND claim_id = ?13 AND version = ?14 AND step = ?15
              AND (NOT ?16 OR NOW(6) < decide_by)
            """);
    return update
            .setParameter(1, to.step().name())
            .setParameter(2, to.payment().name())
            .setParameter(3, to.refund().name())
            .setParameter(4, to.decision() == null ? "" : to.decision().name())
            .setParameter(5, to.isUnknown())
            .setParameter(6, to.isAtRest())
            .setParameter(7, next.held())
            .setParameter(8, micros(next.dueIn()))
            .setParameter(9, next.endWithin() == null ? 0 : next.endWithin().toSeconds())
            .setParameter(10, next.attempt())
            .setParameter(11, next.lastError())
            .setParameter(12, seen.workflowId())
            .setParameter(13, seen.token().claimIdBytes())
            .setParameter(14, seen.token().version())
            .setParameter(15, seen.standing().step().name())
            .setParameter(16, move.decides(Decision.CONFIRM))
            .executeUpdate()
        == 1;
  }

  /** Locked, so that a move of it made in this transaction is written. Off uk_workflow_order. */
  @Transactional(MANDATORY)
  public Optional<Workflow> lockOfOrder(String orderId) {
    return lock("w.order_id = ?1", orderId);
  }

  /** Locked, so that a move of it made in this transaction is written. Off the primary key. */
  @Transactional(MANDATORY)
  public Optional<Workflow> lock(String workflowId) {
    return lock("w.workflow_id = ?1", workflowId);
  }

  private Optional<Workflow> lock(String condition, String id) {
    return read(condition + " FOR UPDATE OF w", id);
  }

  /** As committed. */
  @Transactional(MANDATORY)
  Optional<Workflow> find(String workflowId) {
    return read("w.workflow_id = ?1", workflowId);
  }

  private Optional<Workflow> read(String condition, String id) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                COLUMNS + "JOIN orders o ON o.order_id = w.order_id WHERE " + condition,
                Tuple.class)
            .setParameter(1, id)
            .getResultList();
    return rows.stream()
        .findFirst()
        .map(
            row ->
                workflow(
                    row,
                    new Token(
                        HexFormat.of().formatHex(row.get("claim_id", byte[].class)),
                        version(row))));
  }

  /** How far it is, as committed. Off uk_workflow_order. */
  @Transactional(MANDATORY)
  public Optional<Progress> progressOfOrder(String orderId) {
    return progress("WHERE order_id = ?1", orderId, 1).stream().findFirst();
  }

  /** What waits for a person, by workflow id. Off ix_workflow_step. */
  @Transactional(MANDATORY)
  public List<Progress> inReview(String afterId, int most) {
    return progress(
        "WHERE step = 'NEEDS_REVIEW' AND workflow_id > ?1 ORDER BY workflow_id", afterId, most);
  }

  private List<Progress> progress(String condition, String value, int most) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT workflow_id, order_id, step, decision, payment, refund, amount_cents,
                       currency, attempt, last_error, decide_by, deadline, due_at, lease_until,
                       lease_until > NOW(6) AS claimed, due_at <= NOW(6) AS due, version,
                       updated_at
                FROM workflow
                """
                    + condition,
                Tuple.class)
            .setParameter(1, value)
            .setMaxResults(most)
            .getResultList();
    return rows.stream().map(Workflows::progress).toList();
  }

  private static Progress progress(Tuple row) {
    return new Progress(
        row.get("workflow_id", String.class),
        row.get("order_id", String.class),
        standing(row),
        row.get("amount_cents", Number.class).longValue(),
        row.get("currency", String.class),
        row.get("attempt", Number.class).intValue(),
        row.get("last_error", String.class),
        utc(row, "decide_by"),
        utc(row, "deadline"),
        utc(row, "due_at"),
        utc(row, "lease_until"),
        row.get("claimed", Number.class).intValue() == 1,
        row.get("due", Number.class).intValue() == 1,
        version(row),
        utc(row, "updated_at"));
  }

  private static Instant utc(Tuple row, String column) {
    return row.get(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }

  private static int version(Tuple row) {
    return row.get("version", Number.class).intValue();
  }

  private static Standing standing(Tuple row) {
    String decision = row.get("decision", String.class);
    return new Standing(
        Step.valueOf(row.get("step", String.class)),
        decision == null ? null : Decision.valueOf(decision),
        Payment.valueOf(row.get("payment", String.class)),
        Refund.valueOf(row.get("refund", String.class)));
  }

  private static Workflow workflow(Tuple row, Token token) {
    return new Workflow(
        row.get("workflow_id", String.class),
        new Subject(
            row.get("order_id", String.class),
            row.get("tenant", String.class),
            row.get("sku", String.class),
            row.get("quantity", Number.class).intValue(),
            row.get("traceparent", String.class)),
        new Charge(
            row.get("amount_cents", Number.class).longValue(),
            row.get("currency", String.class),
            row.get("card_token", String.class)),
        standing(row),
        row.get("attempt", Number.class).intValue(),
        token,
        row.get("decide_by_over", Number.class).intValue() == 1,
        row.get("deadline_over", Number.class).intValue() == 1);
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1_000;
  }
}
