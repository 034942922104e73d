package dev.orderchain.order.placing;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import dev.orderchain.order.orders.Order;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;

/** All that placing reads before it writes, in one statement: a product, for a tenant. */
@ApplicationScoped
class Offers {
  private final EntityManager entities;

  Offers(EntityManager entities) {
    this.entities = entities;
  }

  /** Read without a lock; nothing when there is no such SKU. */
  @Transactional(MANDATORY)
  Optional<Offer> find(String sku, String tenant) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT name, price_cents, version,
                  (SELECT COUNT(*) FROM credit_limit WHERE tenant = ?2) AS limits
                FROM product WHERE sku = ?1
                """,
                Tuple.class)
            .setParameter(1, sku)
            .setParameter(2, tenant)
            .getResultList();
    return rows.stream()
        .findFirst()
        .map(
            row ->
                new Offer(
                    row.get("name", String.class),
                    new Order.Price(
                        row.get("price_cents", Number.class).longValue(),
                        row.get("version", Number.class).intValue()),
                    row.get("limits", Number.class).intValue() > 0));
  }

  /**
   * What a tenant can order.
   *
   * @param price as the database has it now, whatever a cache says
   * @param limited whether the tenant has a credit limit: what is left of it only its guard says
   */
  record Offer(String productName, Order.Price price, boolean limited) {}
}
