package dev.orderchain.notification.notice;

import dev.orderchain.notification.message.OrderFact;
import dev.orderchain.notification.problem.Problem;
import dev.orderchain.notification.request.Caller;
import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code GET /notifications}: what the token's tenant was told about an order. */
@Path("/notifications")
@Authenticated
class NotificationsResource {
  private final Notifications notifications;
  private final Caller caller;

  NotificationsResource(Notifications notifications, Caller caller) {
    this.notifications = notifications;
    this.caller = caller;
  }

  record Answer(List<Item> notifications) {}

  record Item(String eventId, String orderId, String kind, String text, Instant createdAt) {
    static Item of(Notification n) {
      return new Item(n.eventId, n.orderId, n.kind, n.text, n.createdAt);
    }
  }

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @RunOnVirtualThread
  @Operation(summary = "The notifications of an order; none if it is unknown or another tenant's")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answer.class)))
  public Response list(
      @Parameter(required = true, schema = @Schema(type = SchemaType.STRING, format = "uuid"))
          @RestQuery
          List<String> orderId) {
    if (orderId.size() != 1 || !OrderFact.isOrderId(orderId.getFirst())) {
      return Problem.MALFORMED_REQUEST.response("Give orderId once, as a UUID.");
    }
    return Response.ok(answer(caller.tenant(), orderId.getFirst())).build();
  }

  private Answer answer(String tenant, String orderId) {
    return new Answer(notifications.ofOrder(tenant, orderId).stream().map(Item::of).toList());
  }
}
