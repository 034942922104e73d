package dev.orderchain.order.credit;

import dev.orderchain.order.orders.Order;
import dev.orderchain.order.problem.Body;
import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.request.StrictJson;
import dev.orderchain.order.tenant.Caller;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/** {@code /credit-limits}: the edge of setting a tenant's limit. Every call can be repeated. */
@Path("/credit-limits/{tenant}")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
@RunOnVirtualThread
public class CreditLimitResource {
  private static final int MAX_BODY_BYTES = 1024;

  private final CreditLimits limits;

  CreditLimitResource(CreditLimits limits) {
    this.limits = limits;
  }

  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Limits the sum of a tenant's open orders on account, from now on")
  @RequestBody(content = @Content(schema = @Schema(implementation = Limit.class)))
  public Response set(@PathParam("tenant") String tenant, InputStream stream) throws IOException {
    if (!Caller.isTenant(tenant)) {
      return Problem.MALFORMED_REQUEST.response("No tenant has this name.");
    }
    Optional<Limit> limit =
        StrictJson.read(Body.read(stream, MAX_BODY_BYTES), Limit.class)
            .filter(asked -> asked.limitCents() >= 0);
    return limit.isPresent()
        ? Response.ok(set(tenant, limit.get().limitCents())).build()
        : Problem.MALFORMED_BODY.response(
            "The body must have limitCents (a whole number from 0), and no more.");
  }

  private View set(String tenant, long limitCents) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              limits.set(tenant, limitCents);
              return View.of(tenant, limits.find(tenant).orElseThrow());
            });
  }

  @GET
  @Operation(summary = "A tenant's limit, and what is used of it")
  public Response get(@PathParam("tenant") String tenant) {
    return QuarkusTransaction.requiringNew()
        .call(() -> limits.find(tenant))
        .map(limit -> Response.ok(View.of(tenant, limit)).build())
        .orElseGet(() -> Problem.NO_CREDIT_LIMIT.response("This tenant has no limit."));
  }

  @DELETE
  @Operation(summary = "Lets a tenant order on account without a limit")
  public Response remove(@PathParam("tenant") String tenant) {
    QuarkusTransaction.requiringNew().run(() -> limits.remove(tenant));
    return Response.noContent().build();
  }

  record Limit(@Schema(minimum = "0", required = true) long limitCents) {}

  record View(String tenant, long limitCents, long usedCents, String currency) {
    static View of(String tenant, CreditLimit limit) {
      return new View(tenant, limit.limitCents(), limit.usedCents(), Order.CURRENCY);
    }
  }
}
