package dev.orderchain.order.idempotency;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import dev.orderchain.order.request.PayloadHash;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The table {@code order_idempotency}: which request with a key was the first, and what was it
 * told? The unique key {@code uk_idem} answers; reading only reports its answer.
 */
@ApplicationScoped
class IdempotencyRecords {
  private final EntityManager entities;

  IdempotencyRecords(EntityManager entities) {
    this.entities = entities;
  }

  /**
   * Claims the key for this transaction. When another transaction has it, this waits for that one's
   * outcome and then fails with 1062, or with 1213 or 1205 while it waits.
   */
  @Transactional(MANDATORY)
  void insert(Once.Request request, Duration retention) {
    entities
        .createNativeQuery(
            """
            INSERT INTO order_idempotency
              (tenant, idempotency_key, payload_hash, order_id, answer, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, NOW(6) + INTERVAL ?6 SECOND)
            """)
        .setParameter(1, request.tenant())
        .setParameter(2, request.key().value())
        .setParameter(3, request.hash().bytes())
        .setParameter(4, request.id())
        .setParameter(5, request.answer())
        .setParameter(6, retention.toSeconds())
        .executeUpdate();
  }

  /**
   * The committed first request with this key, or nothing; {@code expired} on the database's clock.
   */
  @Transactional(MANDATORY)
  Optional<First> find(String tenant, IdempotencyKey key) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT id, payload_hash, order_id, answer, expires_at <= NOW(6) AS expired
                FROM order_idempotency
                WHERE tenant = ?1 AND idempotency_key = ?2
                """,
                Tuple.class)
            .setParameter(1, tenant)
            .setParameter(2, key.value())
            .getResultList();
    return rows.stream().findFirst().map(IdempotencyRecords::first);
  }

  private static First first(Tuple row) {
    return new First(
        row.get("id", Number.class).longValue(),
        PayloadHash.of(row.get("payload_hash", byte[].class)),
        row.get("order_id", String.class),
        row.get("answer", String.class),
        row.get("expired", Number.class).intValue() == 1);
  }

  /** Forgets one expired key; 0 rows means that somebody else has done so, which is as good. */
  @Transactional(MANDATORY)
  void forget(First expired) {
    entities
        .createNativeQuery("DELETE FROM order_idempotency WHERE id = ?1 AND expires_at <= NOW(6)")
        .setParameter(1, expired.row())
        .executeUpdate();
  }

  /** Forgets up to {@code batch} expired keys, oldest first, off ix_idem_expires. */
  @Transactional(MANDATORY)
  int purgeExpired(int batch) {
    return entities
        .createNativeQuery(
            """
            DELETE FROM order_idempotency
            WHERE expires_at <= NOW(6) ORDER BY expires_at LIMIT ?1
            """)
        .setParameter(1, batch)
        .executeUpdate();
  }

  /**
   * The first request with a key.
   *
   * @param id of what it made; the column is {@code order_id}, and a refund has an id of its own
   */
  record First(long row, PayloadHash hash, String id, String answer, boolean expired) {}
}
