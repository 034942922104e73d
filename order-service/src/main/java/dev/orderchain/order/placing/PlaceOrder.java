package dev.orderchain.order.placing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.orderchain.order.database.DatabaseFailure;
import dev.orderchain.order.database.UntilKnown;
import dev.orderchain.order.outbox.Event;
import dev.orderchain.order.outbox.Outbox;
import dev.orderchain.order.outbox.WakeRelay;
import dev.orderchain.order.placing.IdempotencyRecords.First;
import dev.orderchain.order.request.OrderRequest;
import dev.orderchain.order.stock.Stock;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.config.ConfigMapping;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jboss.logging.Logger;

/**
 * Places an order once, however often and from however many sides it is asked for.
 *
 * <p>Every attempt of one request carries the same identity (tenant, key) and the same order id, so
 * that a retry needs no memory of what happened before it:
 *
 * <pre>
 * attempt ends with        then
 * commit                   PLACED
 * key taken, lock lost     read the winner: this order id PLACED, same hash DUPLICATE, else CONFLICT;
 *                          no winner (it rolled back): try again
 * connection lost          before the commit was sent: nothing is written, try again
 *                          after: UNKNOWN; try again, since the unique key waits for the first
 *                          attempt's outcome and then either lets this one in or names the winner
 * deadline                 UNKNOWN if a commit was sent, else known to have written nothing
 * </pre>
 */
@ApplicationScoped
class PlaceOrder {
  private static final Logger LOG = Logger.getLogger(PlaceOrder.class);

  private final IdempotencyRecords records;
  private final Stock stock;
  private final Outbox outbox;
  private final WakeRelay relay;
  private final UntilKnown untilKnown;
  private final ObjectMapper json;
  private final Duration deadline;
  private final Duration retention;

  PlaceOrder(
      IdempotencyRecords records,
      Stock stock,
      Outbox outbox,
      WakeRelay relay,
      UntilKnown untilKnown,
      ObjectMapper json,
      Settings settings,
      PurgeIdempotency.Settings idempotency) {
    this.records = records;
    this.stock = stock;
    this.outbox = outbox;
    this.relay = relay;
    this.untilKnown = untilKnown;
    this.json = json;
    this.deadline = settings.deadline();
    this.retention = idempotency.retention();
  }

  /** Answers within the deadline and the time of one attempt; refusals are values. */
  Placement place(Request request) {
    return place(request, OrderIds.next());
  }

  Placement place(Request request, String orderId) {
    Placement outcome = untilKnown.run(new Placing(request, orderId), deadline);
    if (outcome instanceof Placement.Placed) {
      relay.wake();
    }
    return outcome;
  }

  private final class Placing implements UntilKnown.Work<Placement> {
    private final Request request;
    private final String orderId;

    Placing(Request request, String orderId) {
      this.request = request;
      this.orderId = orderId;
    }

    @Override
    public Placement write() {
      String answer = answer();
      records.insert(request, orderId, answer, retention);
      Optional<String> productName = stock.productName(request.order().sku());
      if (productName.isEmpty()) {
        return new Placement.UnknownSku();
      }
      new Order(orderId, request.tenant(), request.order()).persist();
      outbox.add(placed(productName.get()));
      if (!stock.take(request.order().sku(), request.order().quantity())) {
        return new Placement.OutOfStock();
      }
      return new Placement.Placed(orderId, answer);
    }

    @Override
    public boolean commits(Placement outcome) {
      return outcome instanceof Placement.Placed;
    }

    @Override
    public Placement overdue(boolean commitSent) {
      LOG.warnf("order %s: no outcome within %s, commit sent: %b", orderId, deadline, commitSent);
      return commitSent ? new Placement.OutcomeUnknown() : new Placement.Unavailable();
    }

    @Override
    public Optional<Placement> afterFailure(Exception failure, boolean commitSent) {
      return switch (DatabaseFailure.of(failure)) {
        case KEY_TAKEN, LOCK_LOST -> winner();
        case UNREACHABLE -> Optional.empty();
        case OTHER -> {
          // A commit that fails for a reason of its own is as unknown as one whose answer is lost.
          if (commitSent) {
            LOG.warnf(failure, "order %s: the commit failed, finding out its outcome", orderId);
            yield Optional.empty();
          }
          throw new IllegalStateException("order " + orderId + " cannot be placed", failure);
        }
      };
    }

    private Optional<Placement> winner() {
      try {
        return QuarkusTransaction.requiringNew()
            .call(() -> records.find(request.tenant(), request.key()).flatMap(this::judge));
      } catch (RuntimeException e) {
        if (DatabaseFailure.of(e) == DatabaseFailure.OTHER) {
          throw e;
        }
        return Optional.empty();
      }
    }

    private Optional<Placement> judge(First first) {
      if (first.orderId().equals(orderId)) {
        return Optional.of(new Placement.Placed(orderId, first.answer()));
      }
      if (first.expired()) {
        records.forget(first);
        return Optional.empty();
      }
      return Optional.of(
          first.hash().equals(request.order().hash())
              ? new Placement.Duplicate(first.orderId(), first.answer())
              : new Placement.Conflict());
    }

    private String answer() {
      ObjectNode answer = json.createObjectNode();
      answer.put("orderId", orderId);
      answer.put("sku", request.order().sku());
      answer.put("quantity", request.order().quantity());
      answer.put("state", Order.State.PLACED.name());
      return answer.toString();
    }

    private Event placed(String productName) {
      ObjectNode payload = json.createObjectNode();
      payload.put("orderId", orderId);
      payload.put("tenant", request.tenant());
      payload.put("sku", request.order().sku());
      payload.put("productName", productName);
      payload.put("quantity", request.order().quantity());
      return new Event(orderId, 1, "OrderPlaced", payload.toString(), request.traceparent());
    }
  }

  /**
   * A request, read and checked.
   *
   * @param traceparent W3C trace context, passed on to the event
   */
  record Request(String tenant, IdempotencyKey key, OrderRequest order, String traceparent) {}

  /** Checked at start. */
  @ConfigMapping(prefix = "order.placing")
  interface Settings {
    /** How long a request may look for its own outcome. */
    @DurationMin(millis = 100)
    @DurationMax(minutes = 5)
    Duration deadline();
  }
}
