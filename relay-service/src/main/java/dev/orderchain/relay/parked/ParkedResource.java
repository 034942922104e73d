package dev.orderchain.relay.parked;

import dev.orderchain.relay.problem.Problem;
import dev.orderchain.relay.publish.RelayLoop;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jboss.logging.Logger;

/** {@code /outbox/parked}: events that wait for a person, and what that person can do. */
@Path("/outbox/parked")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
public class ParkedResource {
  private static final Logger LOG = Logger.getLogger(ParkedResource.class);
  private static final int MOST = 1000;

  private final ParkedEvents events;
  private final RelayLoop loop;
  private final JsonWebToken token;

  ParkedResource(ParkedEvents events, RelayLoop loop, JsonWebToken token) {
    this.events = events;
    this.loop = loop;
    this.token = token;
  }

  @GET
  @Operation(summary = "Parked events, oldest first; pass the last id as after for the next page")
  public Response list(
      @QueryParam("after") @DefaultValue("0") String after,
      @QueryParam("limit") @DefaultValue("100") String limit) {
    Long from = number(after, 0, Long.MAX_VALUE);
    Long most = number(limit, 1, MOST);
    if (from == null || most == null) {
      return Problem.MALFORMED_REQUEST.response(
          "after must be a number from 0, limit one from 1 to " + MOST + ".");
    }
    List<ParkedEvents.Parked> rows =
        QuarkusTransaction.requiringNew().call(() -> events.list(from, most.intValue()));
    return Response.ok(rows.stream().map(View::of).toList()).build();
  }

  @POST
  @Path("/{eventId}/release")
  @Operation(summary = "Makes a parked event due again, attempts forgotten")
  public Response release(@PathParam("eventId") String eventId) {
    return decide(
        "released", eventId, QuarkusTransaction.requiringNew().call(() -> events.release(eventId)));
  }

  @POST
  @Path("/{eventId}/discard")
  @Operation(summary = "Ends a parked event unsent; later events of its order or product go on")
  public Response discard(@PathParam("eventId") String eventId) {
    return decide(
        "discarded",
        eventId,
        QuarkusTransaction.requiringNew().call(() -> events.discard(eventId)));
  }

  private Response decide(String decision, String eventId, boolean parked) {
    if (!parked) {
      return Problem.NOT_PARKED.response("No event of this id is parked.");
    }
    LOG.infof("%s %s %s", token.getName(), decision, eventId);
    loop.wakeForAll();
    return Response.ok(Map.of("eventId", eventId, "decision", decision)).build();
  }

  private static Long number(String text, long least, long most) {
    try {
      long number = Long.parseLong(text);
      return number >= least && number <= most ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  record View(
      long id,
      String eventId,
      String aggregateId,
      String type,
      int attempts,
      String lastError,
      String createdAt,
      int heldBack) {
    static View of(ParkedEvents.Parked row) {
      return new View(
          row.id(),
          row.eventId(),
          row.aggregateId(),
          row.type(),
          row.attempts(),
          row.lastError(),
          row.createdAt().toInstant(ZoneOffset.UTC).toString(),
          row.heldBack());
    }
  }
}
