package dev.orderchain.order.orders;

import dev.orderchain.order.request.OrderRequest;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;

/**
 * A row of {@code orders}. {@code createdAt} is UTC on the database's clock.
 *
 * <pre>
 * on account   PLACED
 * by card      PENDING ──▶ CONFIRMED ──▶ COMPENSATING ──▶ REFUNDED
 *              PENDING ──▶ CANCELLED
 * </pre>
 *
 * The order's workflow moves it; {@link Orders} is how.
 */
@Entity
@Table(name = "orders")
public class Order extends PanacheEntityBase {
  public static final String CURRENCY = "EUR";

  @Id
  @Column(name = "order_id")
  public String orderId;

  public String tenant;
  public String sku;
  public int quantity;

  @Enumerated(EnumType.STRING)
  public State state;

  @Enumerated(EnumType.STRING)
  public Payment payment;

  /** Of one piece, when the order was placed. */
  @Column(name = "price_cents")
  public long priceCents;

  /** Of the product, that this is the price of. */
  @Column(name = "price_version")
  public int priceVersion;

  public int version;

  @Column(name = "created_at", insertable = false, updatable = false)
  public LocalDateTime createdAt;

  public enum State {
    PLACED,
    PENDING,
    CONFIRMED,
    CANCELLED,
    COMPENSATING,
    REFUNDED;

    /** Of an order when it is placed. */
    public static State of(OrderRequest request) {
      return request.cardToken().isPresent() ? PENDING : PLACED;
    }
  }

  public enum Payment {
    ACCOUNT,
    CARD
  }

  /**
   * What a piece costs.
   *
   * @param version of the product
   */
  public record Price(long cents, int version) {}

  protected Order() {}

  public Order(String orderId, String tenant, OrderRequest request, Price price) {
    this.orderId = orderId;
    this.tenant = tenant;
    this.sku = request.sku();
    this.quantity = request.quantity();
    this.payment = request.cardToken().isPresent() ? Payment.CARD : Payment.ACCOUNT;
    this.state = State.of(request);
    this.priceCents = price.cents();
    this.priceVersion = price.version();
    this.version = 1;
  }

  public long amountCents() {
    return priceCents * quantity;
  }
}
