package dev.orderchain.order.credit;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;

/**
 * The table {@code credit_limit}. A tenant's row is its guard, locked until the commit by whoever
 * adds to the sum or changes the limit. It is the second of placing's locks, after the request's
 * key and before anything that is shared with other tenants; nobody waits for a key or a guard
 * while holding a product's stock, so these waits never form a circle.
 */
@ApplicationScoped
public class CreditLimits {
  private final EntityManager entities;

  CreditLimits(EntityManager entities) {
    this.entities = entities;
  }

  /**
   * Locks the guard, and then reads. Two statements, and READ COMMITTED: the second one sees what
   * was committed while the first one waited, which a snapshot from before would not. Empty, and
   * nothing locked, when the tenant has no limit.
   */
  @Transactional(MANDATORY)
  public Optional<CreditLimit> lock(String tenant) {
    boolean limited =
        !entities
            .createNativeQuery("SELECT 1 FROM credit_limit WHERE tenant = ?1 FOR UPDATE")
            .setParameter(1, tenant)
            .getResultList()
            .isEmpty();
    return limited ? find(tenant) : Optional.empty();
  }

  /** Read without a lock, limit and sum at one moment; the sum off ix_orders_open alone. */
  @Transactional(MANDATORY)
  Optional<CreditLimit> find(String tenant) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT c.limit_cents, (
                  SELECT COALESCE(SUM(o.open_cents), 0) FROM orders o
                  WHERE o.tenant = c.tenant AND o.open_cents IS NOT NULL) AS used_cents
                FROM credit_limit c WHERE c.tenant = ?1
                """,
                Tuple.class)
            .setParameter(1, tenant)
            .getResultList();
    return rows.stream()
        .findFirst()
        .map(
            row ->
                new CreditLimit(
                    row.get("limit_cents", Number.class).longValue(),
                    row.get("used_cents", Number.class).longValue()));
  }

  /** Waits for orders that hold the guard; a limit below what is used stops new orders only. */
  @Transactional(MANDATORY)
  void set(String tenant, long limitCents) {
    entities
        .createNativeQuery(
            """
            INSERT INTO credit_limit (tenant, limit_cents) VALUES (?1, ?2) AS new
            ON DUPLICATE KEY UPDATE limit_cents = new.limit_cents
            """)
        .setParameter(1, tenant)
        .setParameter(2, limitCents)
        .executeUpdate();
  }

  /** Waits for orders that hold the guard; 0 rows: it had no limit, which is as good. */
  @Transactional(MANDATORY)
  void remove(String tenant) {
    entities
        .createNativeQuery("DELETE FROM credit_limit WHERE tenant = ?1")
        .setParameter(1, tenant)
        .executeUpdate();
  }
}
