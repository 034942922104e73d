package dev.orderchain.payment.problem;

import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One kind of problem (RFC 9457). {@code type} is what a client may switch on; title and detail are
 * for people and may change.
 */
public enum Problem {
  MALFORMED_REQUEST(400, "The request is malformed"),
  PAYMENT_DECLINED(402, "The payment was declined"),
  REFUND_DECLINED(402, "The refund was declined"),
  NOT_FOUND(404, "There is no such thing here"),
  METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
  NOT_ACCEPTABLE(406, "The answer cannot be had in the form asked for"),
  PAYMENT_CONFLICT(409, "The key was used for another payment"),
  PAYMENT_VOIDED(409, "The payment was voided"),
  NOT_AUTHORISED(409, "The payment is not authorised"),
  ALREADY_CAPTURED(409, "The payment was captured"),
  NOT_CAPTURED(409, "The payment is not captured"),
  REFUND_CONFLICT(409, "The key was used for another refund"),
  REFUND_TOO_LARGE(409, "The payment does not have that much left"),
  BODY_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The body's media type is not supported"),
  UNKNOWN_TOKEN(422, "There is no such card token"),
  INTERNAL(500, "Something broke here"),
  UNAVAILABLE(503, "The ledger is away");

  /** Identifies problem types and is not an address: {@code .example} never resolves. */
  static final String TYPES = "https://payment-provider.example/problems/";

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

  public Response response(String detail) {
    return response(detail, Map.of());
  }

  /** The same with further members. */
  public Response response(String detail, Map<String, ?> more) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("type", type());
    document.put("title", title);
    document.put("status", status);
    document.put("detail", detail);
    document.putAll(more);
    return Response.status(status).type(MEDIA_TYPE).entity(document).build();
  }
}
