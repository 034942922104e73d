package dev.orderchain.order.provider;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.orderchain.order.provider.Answer.Contradiction;
import dev.orderchain.order.provider.Answer.NotFound;
import dev.orderchain.order.provider.Answer.Payment;
import dev.orderchain.order.provider.Answer.Refund;
import dev.orderchain.order.provider.Answer.State;
import dev.orderchain.order.provider.Answer.Unknown;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What can be asked of the provider, and what its answers mean. Anything that is not here is {@link
 * Unknown}.
 *
 * <pre>
 * 200 to LOOK_UP                        its state, and our refund if it is listed
 * 200 to REFUND                         CAPTURED, REFUNDED
 * 200 to another call                   its outcome
 * payment-declined                      DECLINED
 * malformed-request, unknown-token      DECLINED, when AUTHORISE is told so
 * payment-voided                        VOIDED
 * already-captured                      CAPTURED
 * refund-declined                       CAPTURED, DECLINED
 * not-found                             not found, when LOOK_UP is told so
 * payment-conflict, not-authorised,
 * refund-conflict, refund-too-large,
 * not-captured                          contradiction
 * </pre>
 */
enum Call {
  AUTHORISE,
  CAPTURE,
  VOID,
  REFUND,
  LOOK_UP;

  /** Evidence goes into the database, which takes JSON of 100 levels. */
  private static final int DEEPEST = 50;

  private static final JsonMapper STRICT =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /**
   * What is known after this reply.
   *
   * @param refundKey whose refund a look-up is to tell
   */
  Answer read(Exchange.Reply reply, String refundKey) {
    try {
      JsonNode document = STRICT.readTree(reply.body());
      return reply.status() == 200 ? done(document, refundKey) : refused(document);
    } catch (IOException | IllegalArgumentException e) {
      return new Unknown("answered %d: %s".formatted(reply.status(), e.getMessage()));
    }
  }

  private Answer done(JsonNode document, String refundKey) {
    return switch (this) {
      case AUTHORISE, CAPTURE, VOID -> payment(State.valueOf(word(document, "outcome")), document);
      case REFUND -> refund(Refund.valueOf(word(document, "outcome")), document);
      case LOOK_UP ->
          new Payment(
              State.valueOf(word(document, "state")),
              refundIn(document.path("refunds"), refundKey),
              evidence(document));
    };
  }

  private Answer refused(JsonNode document) {
    String type = word(document, "type");
    String problem = type.substring(type.lastIndexOf('/') + 1);
    return switch (problem) {
      case "payment-declined" -> payment(State.DECLINED, document);
      case "malformed-request", "unknown-token" ->
          this == AUTHORISE ? payment(State.DECLINED, document) : notExpected(problem);
      case "payment-voided" -> payment(State.VOIDED, document);
      case "already-captured" -> payment(State.CAPTURED, document);
      case "refund-declined" -> refund(Refund.DECLINED, document);
      case "not-found" -> this == LOOK_UP ? new NotFound(evidence(document)) : notExpected(problem);
      case "payment-conflict",
          "not-authorised",
          "refund-conflict",
          "refund-too-large",
          "not-captured" ->
          new Contradiction(evidence(document));
      default -> notExpected(problem);
    };
  }

  private static Answer notExpected(String problem) {
    return new Unknown("answered " + problem);
  }

  private static Answer payment(State state, JsonNode document) {
    return new Payment(state, Optional.empty(), evidence(document));
  }

  private static Answer refund(Refund refund, JsonNode document) {
    return new Payment(State.CAPTURED, Optional.of(refund), evidence(document));
  }

  private static Optional<Refund> refundIn(JsonNode refunds, String refundKey) {
    for (JsonNode refund : refunds) {
      if (word(refund, "refundKey").equals(refundKey)) {
        return Optional.of(Refund.valueOf(word(refund, "outcome")));
      }
    }
    return Optional.empty();
  }

  private static String word(JsonNode document, String name) {
    JsonNode word = document.path(name);
    if (!word.isTextual()) {
      throw new IllegalArgumentException("no " + name);
    }
    return word.textValue();
  }

  private static String evidence(JsonNode document) {
    String text = document.toString();
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException("a surrogate without its other half");
    }
    return text;
  }
}
