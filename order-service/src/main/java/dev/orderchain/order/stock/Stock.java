package dev.orderchain.order.stock;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import dev.orderchain.order.database.TablesDisagree;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

/**
 * The tables {@code product} and {@code stock}. Pieces move between columns and are never made:
 *
 * <pre>
 * available ── take ──▶ the order      available ── reserve ──▶ reserved ── sell ──▶ sold
 *                                      available ◀── giveBack ──
 *                                      available ◀───────── takeBack ────────── sold
 * </pre>
 */
@ApplicationScoped
public class Stock {
  private final EntityManager entities;

  Stock(EntityManager entities) {
    this.entities = entities;
  }

  /** Read without a lock. */
  @Transactional(MANDATORY)
  public boolean isProduct(String sku) {
    return !entities
        .createNativeQuery("SELECT 1 FROM product WHERE sku = ?1")
        .setParameter(1, sku)
        .getResultList()
        .isEmpty();
  }

  /**
   * Takes the quantity if it is there; false, and nothing taken, if not. The row of a popular SKU
   * is the hot spot of the database and stays locked until the commit: make this the last
   * statement.
   */
  @Transactional(MANDATORY)
  public boolean take(String sku, int quantity) {
    return move(
        "UPDATE stock SET available = available - ?2 WHERE sku = ?1 AND available >= ?2",
        sku,
        quantity);
  }

  /** Like {@link #take}, and kept aside for a decision. */
  @Transactional(MANDATORY)
  public boolean reserve(String sku, int quantity) {
    return move(
        """
        UPDATE stock SET available = available - ?2, reserved = reserved + ?2
        WHERE sku = ?1 AND available >= ?2
        """,
        sku,
        quantity);
  }

  /**
   * Makes reserved pieces sold ones.
   *
   * @throws TablesDisagree when so many are not reserved, which the caller has ruled out
   */
  @Transactional(MANDATORY)
  public void sell(String sku, int quantity) {
    mustMove(
        """
        UPDATE stock SET reserved = reserved - ?2, sold = sold + ?2
        WHERE sku = ?1 AND reserved >= ?2
        """,
        sku,
        quantity);
  }

  /**
   * Makes reserved pieces available again.
   *
   * @throws TablesDisagree when so many are not reserved, which the caller has ruled out
   */
  @Transactional(MANDATORY)
  public void giveBack(String sku, int quantity) {
    mustMove(
        """
        UPDATE stock SET reserved = reserved - ?2, available = available + ?2
        WHERE sku = ?1 AND reserved >= ?2
        """,
        sku,
        quantity);
  }

  /**
   * Makes sold pieces available again.
   *
   * @throws TablesDisagree when so many are not sold, which the caller has ruled out
   */
  @Transactional(MANDATORY)
  public void takeBack(String sku, int quantity) {
    mustMove(
        """
        UPDATE stock SET sold = sold - ?2, available = available + ?2
        WHERE sku = ?1 AND sold >= ?2
        """,
        sku,
        quantity);
  }

  private boolean move(String update, String sku, int quantity) {
    return entities
            .createNativeQuery(update)
            .setParameter(1, sku)
            .setParameter(2, quantity)
            .executeUpdate()
        == 1;
  }

  private void mustMove(String update, String sku, int quantity) {
    if (!move(update, sku, quantity)) {
      throw new TablesDisagree(quantity + " of " + sku + " are not there to be moved");
    }
  }
}
