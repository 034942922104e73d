package dev.orderchain.order.orders;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import dev.orderchain.order.database.TablesDisagree;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

/** The table {@code orders}, as the workflow of an order changes it. */
@ApplicationScoped
public class Orders {
  private final EntityManager entities;

  Orders(EntityManager entities) {
    this.entities = entities;
  }

  /**
   * Moves an order on together with the event that tells it.
   *
   * @param version of the order with this event
   * @throws TablesDisagree when it is not in the state that the caller has seen
   */
  @Transactional(MANDATORY)
  public void move(String orderId, Order.State from, Order.State to, int version) {
    int rows =
        entities
            .createNativeQuery(
                "UPDATE orders SET state = ?1, version = ?2 WHERE order_id = ?3 AND state = ?4")
            .setParameter(1, to.name())
            .setParameter(2, version)
            .setParameter(3, orderId)
            .setParameter(4, from.name())
            .executeUpdate();
    if (rows != 1) {
      throw new TablesDisagree(orderId + " was not " + from + ", so it is not " + to);
    }
  }
}
