package dev.orderchain.order.workflow;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.orderchain.order.database.TablesDisagree;
import dev.orderchain.order.orders.Order.State;
import dev.orderchain.order.orders.Orders;
import dev.orderchain.order.outbox.Event;
import dev.orderchain.order.outbox.Outbox;
import dev.orderchain.order.reservation.ReservationId;
import dev.orderchain.order.reservation.Reservations;
import dev.orderchain.order.reservation.Ruling;
import dev.orderchain.order.workflow.Workflow.Subject;
import dev.orderchain.order.workflow.Workflows.Next;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Duration;

/**
 * Writes what was learned, the next step, and what comes of it in our own tables, in the caller's
 * transaction. The workflow's row comes first, so that whoever has lost the claim touches nothing
 * else, and the stock last.
 *
 * <p>Broken on purpose by the drills {@code card-killed-after-confirm} and {@code
 * card-driver-frozen}.
 */
@ApplicationScoped
public class WriteMove {
  private static final int SECOND_EVENT = 2;
  private static final int THIRD_EVENT = 3;

  private final Workflows workflows;
  private final Facts facts;
  private final Orders orders;
  private final Outbox outbox;
  private final Reservations reservations;
  private final StockReturns returns;
  private final CardSettings settings;
  private final ObjectMapper json;

  WriteMove(
      Workflows workflows,
      Facts facts,
      Orders orders,
      Outbox outbox,
      Reservations reservations,
      StockReturns returns,
      CardSettings settings,
      ObjectMapper json) {
    this.workflows = workflows;
    this.facts = facts;
    this.orders = orders;
    this.outbox = outbox;
    this.reservations = reservations;
    this.returns = returns;
    this.settings = settings;
    this.json = json;
  }

  /**
   * Who learned it, and by what.
   *
   * @param name the step, or clock, client, notice or review
   * @param evidence a JSON object
   * @param recordedBy the process, or the person
   */
  public record Source(String name, String evidence, String recordedBy) {}

  /**
   * Writes a move that no driver makes. Whoever holds the claim has lost it with this. The workflow
   * is due at once, with a new deadline; wake the drivers after the commit.
   *
   * @param locked as it was read in this transaction, for update
   */
  @Transactional(MANDATORY)
  public void writeLocked(Workflow locked, Move move, Source source) {
    Next next = new Next(Duration.ZERO, false, 0, "", settings.reviewAfter());
    if (!workflows.write(locked, move, next)) {
      throw new IllegalStateException(locked + " was not locked");
    }
    record(locked, move, source);
    bringAbout(locked, move);
  }

  /**
   * Writes what a driver has learned. False, and nothing written, as {@link Workflows#write} says.
   *
   * @throws TablesDisagree when our own tables are not as the workflow has it; the caller's
   *     transaction has to be rolled back
   */
  @Transactional(MANDATORY)
  boolean write(Workflow seen, Move move, Next next, Source source) {
    if (!workflows.write(seen, move, next)) {
      return false;
    }
    if (move.isNews()) {
      record(seen, move, source);
    }
    bringAbout(seen, move);
    return true;
  }

  private void record(Workflow seen, Move move, Source source) {
    facts.add(
        seen.workflowId(),
        new Facts.Fact(
            seen.token().next().version(),
            source.name(),
            fact(move),
            source.evidence(),
            source.recordedBy(),
            null));
  }

  private void bringAbout(Workflow seen, Move move) {
    switch (move.effect()) {
      case NONE -> {}
      case CONFIRM_ORDER -> {
        orders.move(orderId(seen), State.PENDING, State.CONFIRMED, SECOND_EVENT);
        outbox.add(event(seen, SECOND_EVENT, "OrderConfirmed", content(seen)));
        mustHaveDone(reservations.confirm(reservation(seen)));
      }
      case CANCEL_ORDER -> {
        orders.move(orderId(seen), State.PENDING, State.CANCELLED, SECOND_EVENT);
        outbox.add(
            event(seen, SECOND_EVENT, "OrderCancelled", content(seen).put("reason", move.why())));
        mustHaveDone(reservations.cancel(reservation(seen)));
      }
      case COMPENSATE ->
          orders.move(orderId(seen), State.CONFIRMED, State.COMPENSATING, SECOND_EVENT);
      case RETURN_ORDER -> {
        orders.move(orderId(seen), State.COMPENSATING, State.REFUNDED, THIRD_EVENT);
        outbox.add(event(seen, THIRD_EVENT, "OrderRefunded", content(seen)));
        returns.add(reservation(seen), seen.subject().sku(), seen.subject().quantity());
      }
    }
  }

  private static String fact(Move move) {
    return move.decides(move.to().decision())
        ? move.why() + ", decided " + move.to().decision()
        : move.why();
  }

  private static String orderId(Workflow workflow) {
    return workflow.subject().orderId();
  }

  private static ReservationId reservation(Workflow workflow) {
    return new ReservationId(orderId(workflow), Workflow.BRANCH);
  }

  private static void mustHaveDone(Ruling ruling) {
    if (ruling instanceof Ruling.Refused refused) {
      throw new TablesDisagree("the reservation refuses: " + refused.why());
    }
  }

  private static Event event(Workflow workflow, int version, String type, ObjectNode content) {
    return new Event(
        Event.Topic.ORDERS,
        orderId(workflow),
        version,
        type,
        content.toString(),
        workflow.subject().traceparent());
  }

  private ObjectNode content(Workflow workflow) {
    Subject subject = workflow.subject();
    return json.createObjectNode()
        .put("orderId", subject.orderId())
        .put("tenant", subject.tenant())
        .put("sku", subject.sku())
        .put("quantity", subject.quantity())
        .put("amountCents", workflow.charge().amountCents())
        .put("currency", workflow.charge().currency());
  }
}
