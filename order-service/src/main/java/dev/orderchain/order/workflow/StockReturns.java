package dev.orderchain.order.workflow;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import dev.orderchain.order.reservation.ReservationId;
import dev.orderchain.order.stock.Stock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;

/** The table {@code stock_return}: sold pieces that came back. Its primary key says once. */
@ApplicationScoped
class StockReturns {
  private final EntityManager entities;
  private final Stock stock;

  StockReturns(EntityManager entities, Stock stock) {
    this.entities = entities;
    this.stock = stock;
  }

  @Transactional(MANDATORY)
  void add(ReservationId sold, String sku, int quantity) {
    entities
        .createNativeQuery(
            "INSERT INTO stock_return (order_id, branch_id, sku, quantity) VALUES (?1, ?2, ?3, ?4)")
        .setParameter(1, sold.orderId())
        .setParameter(2, sold.branchId())
        .setParameter(3, sku)
        .setParameter(4, quantity)
        .executeUpdate();
    stock.takeBack(sku, quantity);
  }
}
