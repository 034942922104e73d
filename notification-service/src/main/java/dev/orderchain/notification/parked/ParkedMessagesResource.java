package dev.orderchain.notification.parked;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.notification.message.Message;
import dev.orderchain.notification.problem.Problem;
import dev.orderchain.notification.request.Paging;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jboss.resteasy.reactive.RestQuery;

/** {@code GET /messages/parked}: for an operator, what became no effect, page by page. */
@Path("/messages/parked")
@RolesAllowed("operator")
class ParkedMessagesResource {
  private final ParkedMessages parkedMessages;
  private final ObjectMapper json;

  ParkedMessagesResource(ParkedMessages parkedMessages, ObjectMapper json) {
    this.parkedMessages = parkedMessages;
    this.json = json;
  }

  /**
   * @param next the {@code after} of the next page; null when this one is empty
   */
  record Answer(List<Item> messages, Long next) {}

  record Item(
      long id,
      String topic,
      int partition,
      long offset,
      String reason,
      Instant parkedAt,
      Bytes key,
      Bytes value,
      List<Header> headers,
      long bytes) {}

  record Header(String name, Bytes value) {}

  /** Bytes exactly, and as a person may read them. */
  record Bytes(byte[] base64, String printable) {
    static Bytes of(byte[] bytes) {
      return bytes == null ? null : new Bytes(bytes, Message.printable(bytes));
    }
  }

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @RunOnVirtualThread
  @Operation(summary = "Parked messages in the order in which they were parked")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Answer.class)))
  public Response list(
      @Parameter(
              description = "The most messages, 1 to 100; 20 when not given",
              schema = @Schema(type = SchemaType.INTEGER))
          @RestQuery
          List<String> limit,
      @Parameter(
              description = "The next of the page before",
              schema = @Schema(type = SchemaType.INTEGER))
          @RestQuery
          List<String> after) {
    return switch (Paging.asked(limit, after)) {
      case Paging.Malformed(var why) -> Problem.MALFORMED_REQUEST.response(why);
      case Paging.Page page ->
          Response.ok(answer(parkedMessages.after(page.after(), page.limit()))).build();
    };
  }

  private Answer answer(List<ParkedMessage> page) {
    return new Answer(
        page.stream().map(this::item).toList(), page.isEmpty() ? null : page.getLast().id);
  }

  private Item item(ParkedMessage m) {
    return new Item(
        m.id,
        m.topic,
        m.partition,
        m.offset,
        m.reason,
        m.parkedAt,
        Bytes.of(m.key),
        Bytes.of(m.value),
        headers(m.headers),
        m.bytes);
  }

  private List<Header> headers(String stored) {
    try {
      List<Header> headers = new ArrayList<>();
      for (var header : json.readValue(stored, ParkedMessages.StoredHeader[].class)) {
        headers.add(new Header(header.name(), Bytes.of(header.value())));
      }
      return headers;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("parked headers are not as they were written: " + stored, e);
    }
  }
}
