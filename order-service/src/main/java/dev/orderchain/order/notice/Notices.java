package dev.orderchain.order.notice;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.util.List;

/** The table {@code payment_notice}. */
@ApplicationScoped
class Notices {
  private final EntityManager entities;

  Notices(EntityManager entities) {
    this.entities = entities;
  }

  /** False when it is there already: by the primary key, and nothing is changed. */
  @Transactional(MANDATORY)
  boolean recordFirst(Notice notice) {
    return entities
            .createNativeQuery(
                """
                INSERT IGNORE INTO payment_notice (notice_id, payment_key, body)
                VALUES (?1, ?2, ?3)
                """)
            .setParameter(1, notice.noticeId())
            .setParameter(2, notice.paymentKey())
            .setParameter(3, notice.body())
            .executeUpdate()
        == 1;
  }

  /** The notice has had its effect; nobody looks at it again. */
  @Transactional(MANDATORY)
  void markApplied(Notice notice) {
    entities
        .createNativeQuery("UPDATE payment_notice SET applied_at = NOW(6) WHERE notice_id = ?1")
        .setParameter(1, notice.noticeId())
        .executeUpdate();
  }

  /**
   * Notices whose order is there by now, locked; those that another instance has are skipped. Off
   * ix_notice_applied, so that the cost is what is waiting, not the table.
   */
  @Transactional(MANDATORY)
  List<Notice> applicable(int most) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT n.notice_id, n.payment_key, CAST(n.body AS CHAR) AS body
                FROM payment_notice n
                WHERE n.applied_at IS NULL
                  AND n.payment_key LIKE 'pay:%'
                  AND EXISTS (SELECT 1 FROM workflow w
                              WHERE w.order_id = SUBSTRING(n.payment_key, 5))
                ORDER BY n.received_at LIMIT ?1
                FOR UPDATE OF n SKIP LOCKED
                """,
                Tuple.class)
            .setParameter(1, most)
            .getResultList();
    return rows.stream()
        .map(
            row ->
                new Notice(
                    row.get("notice_id", String.class),
                    row.get("payment_key", String.class),
                    row.get("body", String.class)))
        .toList();
  }
}
