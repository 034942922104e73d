package dev.orderchain.order.placing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.orderchain.order.credit.CreditLimits;
import dev.orderchain.order.idempotency.Once;
import dev.orderchain.order.idempotency.OnceHeaders;
import dev.orderchain.order.orders.Order;
import dev.orderchain.order.orders.OrderIds;
import dev.orderchain.order.outbox.Event;
import dev.orderchain.order.outbox.Outbox;
import dev.orderchain.order.outbox.WakeRelay;
import dev.orderchain.order.request.OrderRequest;
import dev.orderchain.order.reservation.ReservationId;
import dev.orderchain.order.reservation.Reservations;
import dev.orderchain.order.reservation.Ruling;
import dev.orderchain.order.stock.Stock;
import dev.orderchain.order.workflow.CardSettings;
import dev.orderchain.order.workflow.DriveWorkflows;
import dev.orderchain.order.workflow.Workflow;
import dev.orderchain.order.workflow.Workflows;
import io.smallrye.config.ConfigMapping;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * Places an order once, however often and from however many sides it is asked for: {@link Once}
 * says how. A card order is placed PENDING, with its pieces reserved and its workflow due.
 */
@ApplicationScoped
class PlaceOrder {
  private final Once once;
  private final Offers offers;
  private final CreditLimits creditLimits;
  private final Stock stock;
  private final Reservations reservations;
  private final Outbox outbox;
  private final Workflows workflows;
  private final WakeRelay relay;
  private final DriveWorkflows drivers;
  private final ObjectMapper json;
  private final CardSettings card;

  PlaceOrder(
      Once once,
      Offers offers,
      CreditLimits creditLimits,
      Stock stock,
      Reservations reservations,
      Outbox outbox,
      Workflows workflows,
      WakeRelay relay,
      DriveWorkflows drivers,
      ObjectMapper json,
      CardSettings card) {
    this.once = once;
    this.offers = offers;
    this.creditLimits = creditLimits;
    this.stock = stock;
    this.reservations = reservations;
    this.outbox = outbox;
    this.workflows = workflows;
    this.relay = relay;
    this.drivers = drivers;
    this.json = json;
    this.card = card;
  }

  /** Answers within the deadline and the time of one attempt; refusals are values. */
  Placement place(Request request) {
    return place(request, OrderIds.next());
  }

  Placement place(Request request, String orderId) {
    Once.Outcome<Placement> outcome =
        once.run(
            new Once.Request(
                request.tenant(),
                request.headers().key(),
                request.order().hash(),
                orderId,
                answer(request.order(), orderId)),
            request.headers().within(),
            () -> write(request, orderId));
    return switch (outcome) {
      case Once.Outcome.Done<Placement>(var answer) -> {
        relay.wake();
        if (request.order().cardToken().isPresent()) {
          drivers.wake();
        }
        yield new Placement.Placed(orderId, answer);
      }
      case Once.Outcome.Duplicate<Placement>(var first, var answer) ->
          new Placement.Duplicate(first, answer);
      case Once.Outcome.Conflict<Placement> c -> new Placement.Conflict();
      case Once.Outcome.Refused<Placement>(var why) -> why;
      case Once.Outcome.Unavailable<Placement> u -> new Placement.Unavailable();
      case Once.Outcome.Unknown<Placement> u -> new Placement.OutcomeUnknown();
    };
  }

  /** Everything but the idempotency row, the stock last; not empty when refused. */
  private Optional<Placement> write(Request request, String orderId) {
    OrderRequest order = request.order();
    Optional<Offers.Offer> offer = offers.find(order.sku(), request.tenant());
    if (offer.isEmpty()) {
      return Optional.of(new Placement.UnknownSku());
    }
    Order row = new Order(orderId, request.tenant(), order, offer.get().price());
    if (offer.get().limited() && exceedsCredit(row)) {
      return Optional.of(new Placement.CreditLimitExceeded());
    }
    row.persist();
    outbox.add(placed(request, orderId, offer.get().productName()));
    boolean taken =
        order.cardToken().isPresent()
            ? startWorkflow(request, row, order.cardToken().get())
            : stock.take(order.sku(), order.quantity());
    return taken ? Optional.empty() : Optional.of(new Placement.OutOfStock());
  }

  /** By the tenant's guard, which it holds from here on; a card order is not on account. */
  private boolean exceedsCredit(Order order) {
    return order.payment == Order.Payment.ACCOUNT
        && creditLimits
            .lock(order.tenant)
            .filter(limit -> !limit.covers(order.amountCents()))
            .isPresent();
  }

  /** False when there are not enough pieces to be reserved. */
  private boolean startWorkflow(Request request, Order order, String cardToken) {
    workflows.start(
        new Workflows.Start(
            OrderIds.next(),
            order.orderId,
            request.order().hash(),
            new Workflow.Charge(order.amountCents(), Order.CURRENCY, cardToken),
            request.traceparent(),
            card.decideWithin(),
            card.reviewAfter()));
    ReservationId reservation = new ReservationId(order.orderId, Workflow.BRANCH);
    return reservations.reserve(reservation, request.order(), card.decideWithin())
        instanceof Ruling.Change;
  }

  private String answer(OrderRequest order, String orderId) {
    return json.createObjectNode()
        .put("orderId", orderId)
        .put("sku", order.sku())
        .put("quantity", order.quantity())
        .put("state", Order.State.of(order).name())
        .toString();
  }

  private Event placed(Request request, String orderId, String productName) {
    ObjectNode payload = json.createObjectNode();
    payload.put("orderId", orderId);
    payload.put("tenant", request.tenant());
    payload.put("sku", request.order().sku());
    payload.put("productName", productName);
    payload.put("quantity", request.order().quantity());
    return new Event(
        Event.Topic.ORDERS, orderId, 1, "OrderPlaced", payload.toString(), request.traceparent());
  }

  /**
   * A request, read and checked.
   *
   * @param traceparent W3C trace context, passed on to the event
   */
  record Request(String tenant, OnceHeaders headers, OrderRequest order, String traceparent) {}

  /** Checked at start. */
  @ConfigMapping(prefix = "order.placing")
  interface Settings {
    /** How long a request may look for its own outcome, unless it asks for less. */
    @DurationMin(millis = 100)
    @DurationMax(minutes = 5)
    Duration deadline();
  }
}
