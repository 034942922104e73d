package dev.orderchain.relay.problem;

import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One kind of problem (RFC 9457). {@code type} is what a client may switch on; title and detail are
 * for people and may change.
 */
public enum Problem {
  MALFORMED_REQUEST(400, "The request is malformed"),
  UNAUTHENTICATED(401, "A valid bearer token is needed"),
  FORBIDDEN(403, "The token does not allow this call"),
  NOT_FOUND(404, "There is no such thing here"),
  METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
  NOT_ACCEPTABLE(406, "The answer cannot be had in the form asked for"),
  NOT_PARKED(409, "The event is not parked"),
  UNSUPPORTED_MEDIA_TYPE(415, "The media type is not taken here"),
  INTERNAL(500, "Something broke here"),
  UNAVAILABLE(503, "The database is away; try again");

  /** Identifies problem types and is not an address: {@code .example} never resolves. */
  static final String TYPES = "https://order-chain.example/problems/";

  static final String MEDIA_TYPE = "application/problem+json";

  private final int status;
  private final String title;

  Problem(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** The stable type: {@link #TYPES} and the name in lower case with hyphens. */
  String type() {
    return TYPES + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  public Response response(String detail) {
    return builder(detail).build();
  }

  Response.ResponseBuilder builder(String detail) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("type", type());
    document.put("title", title);
    document.put("status", status);
    document.put("detail", detail);
    return Response.status(status).type(MEDIA_TYPE).entity(document);
  }
}
