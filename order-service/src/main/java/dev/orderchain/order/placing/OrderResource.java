package dev.orderchain.order.placing;

import dev.orderchain.order.idempotency.OnceHeaders;
import dev.orderchain.order.orders.Order;
import dev.orderchain.order.outbox.TraceParent;
import dev.orderchain.order.problem.Body;
import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.request.OrderRequest;
import dev.orderchain.order.tenant.Caller;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.time.ZoneOffset;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/** {@code /orders}: the edge of placing and reading orders. */
@Path("/orders")
@Produces(MediaType.APPLICATION_JSON)
@Authenticated
@RunOnVirtualThread
public class OrderResource {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private final PlaceOrder placeOrder;
  private final PlaceOrder.Settings settings;
  private final Caller caller;
  private final MeterRegistry meters;

  OrderResource(
      PlaceOrder placeOrder, PlaceOrder.Settings settings, Caller caller, MeterRegistry meters) {
    this.placeOrder = placeOrder;
    this.settings = settings;
    this.caller = caller;
    this.meters = meters;
  }

  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Places an order, once for each Idempotency-Key of the token's tenant")
  @RequestBody(content = @Content(schema = @Schema(implementation = Placing.class)))
  public Response place(
      @Context HttpHeaders headers,
      @HeaderParam("traceparent") String traceparent,
      InputStream stream)
      throws IOException {
    OnceHeaders once = OnceHeaders.of(headers, settings.deadline());
    byte[] body = Body.read(stream, OrderRequest.MAX_BODY_BYTES);
    try {
      OrderRequest order = OrderRequest.parse(body);
      return answer(
          placeOrder.place(
              new PlaceOrder.Request(caller.tenant(), once, order, TraceParent.of(traceparent))));
    } catch (OrderRequest.Malformed e) {
      return Problem.MALFORMED_BODY.response(e.getMessage());
    }
  }

  private Response answer(Placement placement) {
    meters.counter("orders_placing", "outcome", placement.getClass().getSimpleName()).increment();
    return switch (placement) {
      case Placement.Placed p -> created(p.orderId(), p.answer()).build();
      case Placement.Duplicate d ->
          created(d.orderId(), d.answer()).header("Idempotency-Replayed", true).build();
      case Placement.Conflict c ->
          Problem.IDEMPOTENCY_CONFLICT.response(
              "The key names an order with other content. A new order needs a new key.");
      case Placement.UnknownSku u -> Problem.UNKNOWN_SKU.response("No product has this sku.");
      case Placement.CreditLimitExceeded c ->
          Problem.CREDIT_LIMIT_EXCEEDED.response(
              "The tenant's open orders on account and this one would be over its limit.");
      case Placement.OutOfStock o ->
          Problem.OUT_OF_STOCK.response("Less than the quantity asked for is available.");
      case Placement.Unavailable u ->
          Problem.UNAVAILABLE.response("The database could not be reached in time.", RETRY_AFTER);
      case Placement.OutcomeUnknown u ->
          Problem.OUTCOME_UNKNOWN.response(
              "The order may or may not be placed. Only a replay with the same Idempotency-Key"
                  + " and body finds out, and cannot place it twice.",
              RETRY_AFTER);
    };
  }

  private static Response.ResponseBuilder created(String orderId, String answer) {
    return Response.created(URI.create("/orders/" + orderId)).entity(answer);
  }

  @GET
  @Path("/{orderId}")
  @Operation(summary = "An order of the token's tenant")
  public Response get(@PathParam("orderId") String orderId) {
    Order order = QuarkusTransaction.requiringNew().call(() -> Order.findById(orderId));
    if (order == null || !order.tenant.equals(caller.tenant())) {
      return Problem.NOT_FOUND.response("This tenant has no such order.");
    }
    return Response.ok(
            new View(
                order.orderId,
                order.sku,
                order.quantity,
                order.priceCents,
                order.priceVersion,
                order.amountCents(),
                Order.CURRENCY,
                order.payment.name(),
                order.state.name(),
                order.version,
                order.createdAt.toInstant(ZoneOffset.UTC).toString()))
        .build();
  }

  /** The body of {@code POST /orders}, for the API description; {@link OrderRequest} reads it. */
  record Placing(
      @Schema(minLength = 1, maxLength = 64, required = true) String sku,
      @Schema(minimum = "1", maximum = "10000", required = true) int quantity,
      @Schema(description = "by card; without it on account") Payment payment) {}

  record Payment(@Schema(required = true, examples = "tok_ok") String token) {}

  record View(
      String orderId,
      String sku,
      int quantity,
      long priceCents,
      int priceVersion,
      long amountCents,
      String currency,
      String payment,
      String state,
      int version,
      String createdAt) {}
}
