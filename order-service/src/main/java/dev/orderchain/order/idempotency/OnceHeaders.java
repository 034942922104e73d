package dev.orderchain.order.idempotency;

import dev.orderchain.order.deadline.RequestTimeout;
import dev.orderchain.order.problem.Problem;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import java.time.Duration;

/**
 * What a request that has one effect says in its headers.
 *
 * @param within how long it may look for its own outcome
 */
public record OnceHeaders(IdempotencyKey key, Duration within) {
  /**
   * @throws WebApplicationException with 400 when one of them is malformed, or the key is missing
   */
  public static OnceHeaders of(HttpHeaders headers, Duration atMost) {
    return new OnceHeaders(
        IdempotencyKey.parse(headers.getRequestHeader("Idempotency-Key"))
            .orElseThrow(
                () ->
                    Problem.MALFORMED_IDEMPOTENCY_KEY.exception(
                        "Send exactly one Idempotency-Key of 1 to 255 visible ASCII characters.")),
        within(headers, atMost));
  }

  /**
   * The time that a request has: what the client gives it, if it says, but no more than we do.
   *
   * @throws WebApplicationException with 400 when it is malformed
   */
  public static Duration within(HttpHeaders headers, Duration atMost) {
    return RequestTimeout.parse(headers.getRequestHeader(RequestTimeout.HEADER), atMost)
        .orElseThrow(
            () ->
                Problem.MALFORMED_REQUEST.exception(
                    "Request-Timeout-Ms must be 1 to 300000, once."));
  }
}
