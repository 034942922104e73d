package dev.orderchain.order.chain;

import dev.orderchain.order.outbox.Delivery;
import dev.orderchain.order.outbox.Outbox;
import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.reservation.ReservationId;
import dev.orderchain.order.reservation.Reservations;
import dev.orderchain.order.tenant.Caller;
import dev.orderchain.order.workflow.Facts;
import dev.orderchain.order.workflow.Progress;
import dev.orderchain.order.workflow.Workflow;
import dev.orderchain.order.workflow.Workflows;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** {@code /orders/{id}/chain}: the confirmations of one order. */
@Path("/orders/{orderId}/chain")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@RunOnVirtualThread
public class ChainResource {
  private final EntityManager entities;
  private final Outbox outbox;
  private final Workflows workflows;
  private final Facts facts;
  private final Reservations reservations;
  private final Caller caller;

  ChainResource(
      EntityManager entities,
      Outbox outbox,
      Workflows workflows,
      Facts facts,
      Reservations reservations,
      Caller caller) {
    this.entities = entities;
    this.outbox = outbox;
    this.workflows = workflows;
    this.facts = facts;
    this.reservations = reservations;
    this.caller = caller;
  }

  @GET
  @Operation(summary = "Which confirmations exist, which are missing, and who brings them about")
  public Response chain(@PathParam("orderId") String orderId) {
    return QuarkusTransaction.requiringNew()
        .call(() -> find(orderId))
        .map(chain -> Response.ok(chain).build())
        .orElseGet(() -> Problem.NOT_FOUND.response("This tenant has no such order."));
  }

  private Optional<Chain> find(String orderId) {
    return order(orderId).map(order -> new Chain(orderId, confirmations(order, orderId)));
  }

  private List<Confirmation> confirmations(Tuple order, String orderId) {
    List<Confirmation> links = new ArrayList<>();
    links.add(request(order));
    links.add(
        Confirmation.of(
            "commit",
            evidence(
                "state", order.get("state", String.class),
                "version", order.get("version", Number.class),
                "createdAt", utc(order.get("created_at", LocalDateTime.class)))));
    workflows.progressOfOrder(orderId).ifPresent(workflow -> links.addAll(cardLinks(workflow)));
    for (Delivery row : outbox.deliveriesOf(orderId)) {
      links.addAll(Confirmation.of(row));
    }
    return links;
  }

  private List<Confirmation> cardLinks(Progress workflow) {
    ReservationId reservation = new ReservationId(workflow.orderId(), Workflow.BRANCH);
    return CardLinks.of(
        workflow, reservations.find(reservation).orElseThrow(), facts.of(workflow.workflowId()));
  }

  /** After the key's retention the order stays and the proof of the request is gone. */
  private static Confirmation request(Tuple order) {
    String key = order.get("idempotency_key", String.class);
    return Confirmation.of(
        "request",
        key == null
            ? evidence("idempotencyKey", "forgotten after its retention")
            : evidence(
                "idempotencyKey", key,
                "payloadHash", HexFormat.of().formatHex(order.get("payload_hash", byte[].class)),
                "rememberedUntil", utc(order.get("expires_at", LocalDateTime.class))));
  }

  /** Names and values in turn, shown in this order. */
  static Map<String, Object> evidence(Object... namesAndValues) {
    Map<String, Object> evidence = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      evidence.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return evidence;
  }

  private Optional<Tuple> order(String orderId) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT o.state, o.version, o.created_at,
                       i.idempotency_key, i.payload_hash, i.expires_at
                FROM orders o LEFT JOIN order_idempotency i ON i.order_id = o.order_id
                WHERE o.order_id = ?1 AND o.tenant = ?2
                """,
                Tuple.class)
            .setParameter(1, orderId)
            .setParameter(2, caller.tenant())
            .getResultList();
    return rows.stream().findFirst();
  }

  private static String utc(LocalDateTime time) {
    return time.toInstant(ZoneOffset.UTC).toString();
  }

  record Chain(String orderId, List<Confirmation> confirmations) {}
}
