package dev.orderchain.order.refund;

import dev.orderchain.order.idempotency.Once;
import dev.orderchain.order.idempotency.OnceHeaders;
import dev.orderchain.order.orders.Order;
import dev.orderchain.order.orders.OrderIds;
import dev.orderchain.order.request.PayloadHash;
import dev.orderchain.order.workflow.DriveWorkflows;
import dev.orderchain.order.workflow.Move;
import dev.orderchain.order.workflow.Workflow;
import dev.orderchain.order.workflow.Workflows;
import dev.orderchain.order.workflow.WriteMove;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Asks for a confirmed card order's money to be given back, once. */
@ApplicationScoped
class RefundOrder {
  private final Once once;
  private final Workflows workflows;
  private final WriteMove writeMove;
  private final DriveWorkflows drivers;

  RefundOrder(Once once, Workflows workflows, WriteMove writeMove, DriveWorkflows drivers) {
    this.once = once;
    this.workflows = workflows;
    this.writeMove = writeMove;
    this.drivers = drivers;
  }

  enum Refusal {
    NO_ORDER,
    /** It was not paid by card, or is not confirmed, or a refund was asked for before. */
    NOT_REFUNDABLE
  }

  Once.Outcome<Refusal> refund(String tenant, OnceHeaders headers, String orderId) {
    String content = "{\"refundOf\":\"" + orderId + "\"}";
    String answer = "{\"orderId\":\"" + orderId + "\",\"state\":\"COMPENSATING\"}";
    Once.Request request =
        new Once.Request(
            tenant, headers.key(), PayloadHash.ofJson(content), OrderIds.next(), answer);
    Once.Outcome<Refusal> outcome =
        once.run(request, headers.within(), () -> ask(request, orderId));
    if (outcome instanceof Once.Outcome.Done) {
      drivers.wake();
    }
    return outcome;
  }

  private Optional<Refusal> ask(Once.Request request, String orderId) {
    Optional<Workflow> workflow =
        workflows
            .lockOfOrder(orderId)
            .filter(found -> found.subject().tenant().equals(request.tenant()));
    if (workflow.isEmpty()) {
      return Optional.of(withoutWorkflow(request.tenant(), orderId));
    }
    Optional<Move> move = Move.refundAsked(workflow.get().standing());
    if (move.isEmpty()) {
      return Optional.of(Refusal.NOT_REFUNDABLE);
    }
    String evidence = "{\"request\":\"" + request.id() + "\"}";
    writeMove.writeLocked(
        workflow.get(), move.get(), new WriteMove.Source("client", evidence, request.tenant()));
    return Optional.empty();
  }

  private static Refusal withoutWorkflow(String tenant, String orderId) {
    Order order = Order.findById(orderId);
    return order == null || !order.tenant.equals(tenant)
        ? Refusal.NO_ORDER
        : Refusal.NOT_REFUNDABLE;
  }
}
