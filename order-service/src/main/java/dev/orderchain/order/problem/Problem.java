package dev.orderchain.order.problem;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One kind of problem (RFC 9457). {@code type} is what a client may switch on; title and detail are
 * for people and may change.
 */
public enum Problem {
  MALFORMED_BODY(400, "The body is not what this call takes"),
  MALFORMED_IDEMPOTENCY_KEY(400, "Idempotency-Key is missing or malformed"),
  MALFORMED_REQUEST(400, "The request is malformed"),
  UNAUTHENTICATED(401, "A valid bearer token is needed"),
  BAD_SIGNATURE(401, "The signature is not right"),
  FORBIDDEN(403, "The token does not allow this call"),
  NOT_FOUND(404, "There is no such thing here"),
  UNKNOWN_SKU(404, "There is no such product"),
  NO_RESERVATION(404, "There is no such reservation"),
  NO_REVIEW(404, "There is nothing to be reviewed"),
  NO_CREDIT_LIMIT(404, "There is no credit limit"),
  METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
  NOT_ACCEPTABLE(406, "The answer cannot be had in the form asked for"),
  OUT_OF_STOCK(409, "There is not enough stock"),
  CREDIT_LIMIT_EXCEEDED(409, "The credit limit would be exceeded"),
  RESERVATION_CANCELLED(409, "The reservation is cancelled, for good"),
  RESERVATION_CONFIRMED(409, "The reservation is confirmed, for good"),
  OWN_BRANCH(409, "order-service itself decides about this branch"),
  NOT_REFUNDABLE(409, "There is nothing to be refunded"),
  REVIEW_CONFLICT(409, "The workflow has changed since it was looked at"),
  RESOLUTION_IMPOSSIBLE(409, "What is known does not allow this resolution"),
  STALE_VERSION(412, "It has been changed since it was read"),
  BODY_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The body must be application/json"),
  IDEMPOTENCY_CONFLICT(422, "This Idempotency-Key was used with other content"),
  RESERVATION_CONFLICT(422, "This reservation was made with other content"),
  PRECONDITION_REQUIRED(428, "The version that was read has to be named"),
  INTERNAL(500, "Something broke here"),
  UNAVAILABLE(503, "Nothing was written; send the same request again"),
  OUTCOME_UNKNOWN(503, "The outcome is unknown; send the same request again");

  /** Identifies problem types and is not an address: {@code .example} never resolves. */
  public static final String TYPES = "https://order-chain.example/problems/";

  public static final String MEDIA_TYPE = "application/problem+json";

  private final int status;
  private final String title;

  Problem(int status, String title) {
    this.status = status;
    this.title = title;
  }

  /** The stable type: {@link #TYPES} and the name in lower case with hyphens. */
  public String type() {
    return TYPES + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  public Response response(String detail) {
    return builder(detail).build();
  }

  /** The same with {@code Retry-After}, in whole seconds. */
  public Response response(String detail, Duration retryAfter) {
    return builder(detail).header(HttpHeaders.RETRY_AFTER, retryAfter.toSeconds()).build();
  }

  /** The same, thrown: it leaves a resource from anywhere in it. */
  public WebApplicationException exception(String detail) {
    return new WebApplicationException(response(detail));
  }

  /** The same, to be added to. */
  public Response.ResponseBuilder builder(String detail) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("type", type());
    document.put("title", title);
    document.put("status", status);
    document.put("detail", detail);
    return Response.status(status).type(MEDIA_TYPE).entity(document);
  }
}
