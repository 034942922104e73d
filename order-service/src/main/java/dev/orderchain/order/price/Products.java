package dev.orderchain.order.price;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import dev.orderchain.order.orders.Order;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;

/** The tables {@code product} and {@code product_price}: what is sold, and what it has cost. */
@ApplicationScoped
class Products {
  private final EntityManager entities;

  Products(EntityManager entities) {
    this.entities = entities;
  }

  @Transactional(MANDATORY)
  Optional<Product> find(String sku) {
    return products("WHERE sku = ?1", sku, 1).stream().findFirst();
  }

  /** In the order of their SKUs' bytes, those behind {@code after}. */
  @Transactional(MANDATORY)
  List<Product> page(String after, int limit) {
    return products("WHERE sku > ?1 ORDER BY sku", after, limit);
  }

  private List<Product> products(String which, String sku, int limit) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                "SELECT sku, name, price_cents, version FROM product " + which + " LIMIT ?2",
                Tuple.class)
            .setParameter(1, sku)
            .setParameter(2, limit)
            .getResultList();
    return rows.stream().map(Products::product).toList();
  }

  private static Product product(Tuple row) {
    return new Product(
        row.get("sku", String.class),
        row.get("name", String.class),
        row.get("price_cents", Number.class).longValue(),
        Order.CURRENCY,
        row.get("version", Number.class).intValue());
  }

  /**
   * Gives a product its next version. It waits for another change of the product to end; false, and
   * nothing written, when the product is not at the version that was seen, or not there.
   */
  @Transactional(MANDATORY)
  boolean change(String sku, int seen, long priceCents, String changedBy) {
    int rows =
        entities
            .createNativeQuery(
                """
                UPDATE product SET price_cents = ?1, version = version + 1
                WHERE sku = ?2 AND version = ?3
                """)
            .setParameter(1, priceCents)
            .setParameter(2, sku)
            .setParameter(3, seen)
            .executeUpdate();
    if (rows == 0) {
      return false;
    }
    entities
        .createNativeQuery(
            """
            INSERT INTO product_price (sku, version, price_cents, changed_by)
            VALUES (?1, ?2, ?3, ?4)
            """)
        .setParameter(1, sku)
        .setParameter(2, seen + 1)
        .setParameter(3, priceCents)
        .setParameter(4, changedBy)
        .executeUpdate();
    return true;
  }

  /** Whether this is what the product cost at that version. */
  @Transactional(MANDATORY)
  boolean cost(String sku, int version, long priceCents) {
    return !entities
        .createNativeQuery(
            """
            SELECT 1 FROM product_price WHERE sku = ?1 AND version = ?2 AND price_cents = ?3
            """)
        .setParameter(1, sku)
        .setParameter(2, version)
        .setParameter(3, priceCents)
        .getResultList()
        .isEmpty();
  }
}
