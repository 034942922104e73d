package dev.orderchain.order.outbox;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;

/** The table {@code outbox}, as its owner sees it: facts in, sent rows out. */
@ApplicationScoped
public class Outbox {
  private final EntityManager entities;

  Outbox(EntityManager entities) {
    this.entities = entities;
  }

  /** Adds the event to the caller's transaction: it exists if and only if that one commits. */
  @Transactional(MANDATORY)
  public void add(Event event) {
    entities
        .createNativeQuery(
            """
            INSERT INTO outbox
              (event_id, aggregate_id, aggregate_version, event_type, topic, payload, traceparent)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """)
        .setParameter(1, event.id())
        .setParameter(2, event.aggregateId())
        .setParameter(3, event.aggregateVersion())
        .setParameter(4, event.type())
        .setParameter(5, event.topicName())
        .setParameter(6, event.payload())
        .setParameter(7, event.traceparent())
        .executeUpdate();
  }

  /**
   * How far the events of one order are, in version order. {@code leaseExpired} is judged by the
   * database's clock; {@code heldBack} says that an earlier event of the order is not sent yet.
   */
  @Transactional(MANDATORY)
  public List<Delivery> deliveriesOf(String aggregateId) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT event_id, event_type, state, claim_id, claim_version, lease_until,
                       lease_until <= NOW(6) AS lease_expired, attempts, sent_at, last_error,
                       EXISTS (SELECT 1 FROM outbox e
                               WHERE e.aggregate_id = o.aggregate_id
                                 AND e.aggregate_version < o.aggregate_version
                                 AND e.state NOT IN ('SENT', 'DISCARDED')) AS held_back
                FROM outbox o
                WHERE aggregate_id = ?1
                ORDER BY aggregate_version
                """,
                Tuple.class)
            .setParameter(1, aggregateId)
            .getResultList();
    return rows.stream().map(Outbox::delivery).toList();
  }

  private static Delivery delivery(Tuple row) {
    return new Delivery(
        row.get("event_id", String.class),
        row.get("event_type", String.class),
        Delivery.State.valueOf(row.get("state", String.class)),
        HexFormat.of().formatHex(row.get("claim_id", byte[].class)),
        row.get("claim_version", Number.class).longValue(),
        row.get("lease_until", LocalDateTime.class),
        row.get("lease_expired", Number.class).intValue() == 1,
        row.get("attempts", Number.class).intValue(),
        row.get("sent_at", LocalDateTime.class),
        row.get("last_error", String.class),
        row.get("held_back", Number.class).intValue() == 1);
  }

  /**
   * Deletes rows that were sent longer ago than {@code retention}, among the {@code batch} oldest
   * SENT rows, and returns how many. The window is read off ix_outbox_due, so that the cost is the
   * batch and not the table; 0 rows means that the oldest are still to be kept.
   */
  @Transactional(MANDATORY)
  int purgeSent(Duration retention, int batch) {
    return entities
        .createNativeQuery(
            """
            DELETE o
            FROM outbox o
            JOIN (SELECT id FROM outbox FORCE INDEX (ix_outbox_due)
                  WHERE state = 'SENT' ORDER BY id LIMIT ?1) AS oldest ON oldest.id = o.id
            WHERE o.state = 'SENT' AND o.sent_at <= NOW(6) - INTERVAL ?2 SECOND
            """)
        .setParameter(1, batch)
        .setParameter(2, retention.toSeconds())
        .executeUpdate();
  }
}
