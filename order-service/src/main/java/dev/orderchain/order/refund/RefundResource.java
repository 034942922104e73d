package dev.orderchain.order.refund;

import dev.orderchain.order.idempotency.Once;
import dev.orderchain.order.idempotency.OnceHeaders;
import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.tenant.Caller;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.smallrye.config.ConfigMapping;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** {@code /orders/{id}/refund}: the edge of asking for a refund. */
@Path("/orders/{orderId}/refund")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@RunOnVirtualThread
public class RefundResource {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
  private static final Pattern ORDER_ID = Pattern.compile("[0-9a-f-]{36}");

  private final RefundOrder refundOrder;
  private final Settings settings;
  private final Caller caller;

  RefundResource(RefundOrder refundOrder, Settings settings, Caller caller) {
    this.refundOrder = refundOrder;
    this.settings = settings;
    this.caller = caller;
  }

  @POST
  @Operation(
      summary = "Asks for a confirmed card order's money back; the answer is: it is asked for")
  public Response refund(@PathParam("orderId") String orderId, @Context HttpHeaders headers) {
    OnceHeaders once = OnceHeaders.of(headers, settings.deadline());
    return ORDER_ID.matcher(orderId).matches()
        ? answer(refundOrder.refund(caller.tenant(), once, orderId))
        : refusal(RefundOrder.Refusal.NO_ORDER);
  }

  private static Response answer(Once.Outcome<RefundOrder.Refusal> outcome) {
    return switch (outcome) {
      case Once.Outcome.Done<RefundOrder.Refusal>(var answer) -> Response.accepted(answer).build();
      case Once.Outcome.Duplicate<RefundOrder.Refusal>(var id, var answer) ->
          Response.accepted(answer).header("Idempotency-Replayed", true).build();
      case Once.Outcome.Conflict<RefundOrder.Refusal> c ->
          Problem.IDEMPOTENCY_CONFLICT.response(
              "The key names a request with other content. A new request needs a new key.");
      case Once.Outcome.Refused<RefundOrder.Refusal>(var why) -> refusal(why);
      case Once.Outcome.Unavailable<RefundOrder.Refusal> u ->
          Problem.UNAVAILABLE.response("The database could not be reached in time.", RETRY_AFTER);
      case Once.Outcome.Unknown<RefundOrder.Refusal> u ->
          Problem.OUTCOME_UNKNOWN.response(
              "The refund may or may not be asked for. Only a replay with the same"
                  + " Idempotency-Key finds out, and cannot ask for it twice.",
              RETRY_AFTER);
    };
  }

  private static Response refusal(RefundOrder.Refusal why) {
    return switch (why) {
      case NO_ORDER -> Problem.NOT_FOUND.response("This tenant has no such order.");
      case NOT_REFUNDABLE ->
          Problem.NOT_REFUNDABLE.response(
              "It was not paid by card, is not confirmed, or a refund was asked for before.");
    };
  }

  /** Checked at start. */
  @ConfigMapping(prefix = "order.refund")
  interface Settings {
    /** How long a request may look for its own outcome, unless it asks for less. */
    @DurationMin(millis = 100)
    @DurationMax(minutes = 5)
    Duration deadline();
  }
}
