package dev.orderchain.order.reservation;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.orderchain.order.problem.Body;
import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.request.OrderRequest;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.Function;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/** {@code /reservations}: the edge for a coordinator elsewhere. It may repeat every call. */
@Path("/reservations/{orderId}/{branchId}")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("coordinator")
@RunOnVirtualThread
public class ReservationResource {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private final Participate participate;
  private final Reservations reservations;

  ReservationResource(Participate participate, Reservations reservations) {
    this.participate = participate;
    this.reservations = reservations;
  }

  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Try: sets pieces aside for a branch of an order, once")
  @RequestBody(content = @Content(schema = @Schema(implementation = Pieces.class)))
  public Response reserve(
      @PathParam("orderId") String orderId,
      @PathParam("branchId") String branchId,
      InputStream stream)
      throws IOException {
    byte[] body = Body.read(stream, OrderRequest.MAX_BODY_BYTES);
    try {
      OrderRequest request = OrderRequest.parseUnpaid(body);
      return decide(
          orderId,
          branchId,
          id -> answer(participate.reserve(id, request), Response.Status.CREATED));
    } catch (OrderRequest.Malformed e) {
      return Problem.MALFORMED_BODY.response(e.getMessage());
    }
  }

  @POST
  @Path("/confirm")
  @Operation(summary = "Sells the pieces of a reservation, once and for good")
  public Response confirm(
      @PathParam("orderId") String orderId, @PathParam("branchId") String branchId) {
    return decide(orderId, branchId, id -> answer(participate.confirm(id), Response.Status.OK));
  }

  @POST
  @Path("/cancel")
  @Operation(summary = "Gives the pieces back, once and for good; makes a Try that comes late fail")
  public Response cancel(
      @PathParam("orderId") String orderId, @PathParam("branchId") String branchId) {
    return decide(orderId, branchId, id -> answer(participate.cancel(id), Response.Status.OK));
  }

  @GET
  @Operation(summary = "A reservation as it stands")
  public Response get(
      @PathParam("orderId") String orderId, @PathParam("branchId") String branchId) {
    return call(
        orderId,
        branchId,
        id ->
            QuarkusTransaction.requiringNew()
                .call(() -> reservations.find(id))
                .map(reservation -> Response.ok(View.of(reservation)).build())
                .orElseGet(() -> refusal(Ruling.Refusal.NO_RESERVATION)));
  }

  private static Response decide(
      String orderId, String branchId, Function<ReservationId, Response> call) {
    return call(
        orderId,
        branchId,
        id ->
            id.isOwn()
                ? Problem.OWN_BRANCH.response(
                    "Take any other branch than " + ReservationId.OWN_BRANCH + ".")
                : call.apply(id));
  }

  private static Response call(
      String orderId, String branchId, Function<ReservationId, Response> call) {
    return ReservationId.parse(orderId, branchId)
        .map(call)
        .orElseGet(
            () ->
                Problem.MALFORMED_REQUEST.response(
                    "The order id must be a UUID in lower case, the branch id 1 to 64 letters,"
                        + " digits or any of . _ ~ -"));
  }

  private static Response answer(Participation participation, Response.Status whenDone) {
    return switch (participation) {
      case Participation.Done d ->
          Response.status(whenDone).entity(View.of(d.reservation())).build();
      case Participation.DoneBefore d -> Response.ok(View.of(d.reservation())).build();
      case Participation.Refused r -> refusal(r.why());
      case Participation.Unavailable u ->
          Problem.UNAVAILABLE.response("The database could not be reached in time.", RETRY_AFTER);
      case Participation.OutcomeUnknown u ->
          Problem.OUTCOME_UNKNOWN.response(
              "It may or may not be done. The same call again finds out, and cannot do it twice.",
              RETRY_AFTER);
    };
  }

  private static Response refusal(Ruling.Refusal why) {
    return switch (why) {
      case NO_RESERVATION ->
          Problem.NO_RESERVATION.response("There was no Try for this order and branch so far.");
      case CANCELLED ->
          Problem.RESERVATION_CANCELLED.response("It was cancelled before this call came.");
      case CONFIRMED ->
          Problem.RESERVATION_CONFIRMED.response(
              "Its pieces are sold. To take them back is another business.");
      case CONFLICT ->
          Problem.RESERVATION_CONFLICT.response(
              "This order and branch have a reservation of something else.");
      case UNKNOWN_SKU -> Problem.UNKNOWN_SKU.response("No product has this sku.");
      case OUT_OF_STOCK ->
          Problem.OUT_OF_STOCK.response("Less than the quantity asked for is available.");
    };
  }

  /** The body of a Try, for the API description; {@link OrderRequest} reads it. */
  record Pieces(
      @Schema(minLength = 1, maxLength = 64, required = true) String sku,
      @Schema(minimum = "1", maximum = "10000", required = true) int quantity) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record View(
      String orderId,
      String branchId,
      String state,
      String sku,
      Integer quantity,
      String deadline,
      String createdAt,
      String updatedAt) {
    static View of(Reservation row) {
      Reservation.Content content = row.content();
      return new View(
          row.id().orderId(),
          row.id().branchId(),
          row.state().name(),
          content == null ? null : content.sku(),
          content == null ? null : content.quantity(),
          content == null ? null : content.deadline().toString(),
          row.createdAt().toString(),
          row.updatedAt().toString());
    }
  }
}
