package dev.orderchain.order.placing;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;

/** The tables {@code product} and {@code stock}. */
@ApplicationScoped
class Stock {
  private final EntityManager entities;

  Stock(EntityManager entities) {
    this.entities = entities;
  }

  /** The product's name, read without a lock; nothing when there is no such SKU. */
  @Transactional(MANDATORY)
  Optional<String> productName(String sku) {
    @SuppressWarnings("unchecked")
    List<String> names =
        entities
            .createNativeQuery("SELECT name FROM product WHERE sku = ?1", String.class)
            .setParameter(1, sku)
            .getResultList();
    return names.stream().findFirst();
  }

  /**
   * Takes the quantity if it is there; false, and nothing taken, if not. The row of a popular SKU
   * is the hot spot of the database and stays locked until the commit: make this the last
   * statement.
   */
  @Transactional(MANDATORY)
  boolean take(String sku, int quantity) {
    return entities
            .createNativeQuery(
                "UPDATE stock SET available = available - ?2 WHERE sku = ?1 AND available >= ?2")
            .setParameter(1, sku)
            .setParameter(2, quantity)
            .executeUpdate()
        == 1;
  }
}
