package dev.orderchain.notification.problem;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
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
  COUPON_REVOKED(409, "The coupon was revoked"),
  BODY_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The body's media type is not supported"),
  INTERNAL(500, "Something broke here"),
  UNAVAILABLE(503, "The database is away");

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
    return TYPES + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Map<String, Object> document(String detail) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("type", type());
    document.put("title", title);
    document.put("status", status);
    document.put("detail", detail);
    return document;
  }

  public Response response(String detail) {
    return builder(detail).build();
  }

  /** The same with {@code Retry-After}, in whole seconds. */
  Response response(String detail, Duration retryAfter) {
    return builder(detail).header(HttpHeaders.RETRY_AFTER, retryAfter.toSeconds()).build();
  }

  Response.ResponseBuilder builder(String detail) {
    return Response.status(status).type(MEDIA_TYPE).entity(document(detail));
  }
}
