package dev.orderchain.order.placing;

import dev.orderchain.order.request.OrderRequest;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;

/** A row of {@code orders}: the business fact. {@code createdAt} is UTC on the database's clock. */
@Entity
@Table(name = "orders")
class Order extends PanacheEntityBase {
  @Id
  @Column(name = "order_id")
  String orderId;

  String tenant;
  String sku;
  int quantity;

  @Enumerated(EnumType.STRING)
  State state;

  int version;

  @Column(name = "created_at", insertable = false, updatable = false)
  LocalDateTime createdAt;

  enum State {
    PLACED
  }

  protected Order() {}

  Order(String orderId, String tenant, OrderRequest request) {
    this.orderId = orderId;
    this.tenant = tenant;
    this.sku = request.sku();
    this.quantity = request.quantity();
    this.state = State.PLACED;
    this.version = 1;
  }
}
