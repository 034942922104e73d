package dev.orderchain.payment.request;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.orderchain.payment.ledger.Terms;
import dev.orderchain.payment.ledger.Token;
import dev.orderchain.payment.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;

/** Reads what a call sends; anything but what is asked for is {@link Malformed}. */
final class Incoming {
  static final long MAX_CENTS = 9_999_999_999L;
  static final int MAX_BODY_BYTES = 16 * 1024;

  private static final JsonMapper STRICT =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Incoming() {}

  /** A payment's or a refund's key. */
  static String key(String text) {
    if (!text.matches("[A-Za-z0-9._:-]{1,128}")) {
      throw new Malformed("A key has 1 to 128 characters of A-Z a-z 0-9 . _ : - .");
    }
    return text;
  }

  /** The body of an authorisation. */
  static Terms terms(InputStream body) throws IOException {
    JsonNode json = object(body, Set.of("amountCents", "currency", "token"));
    String currency = text(json, "currency");
    if (!currency.matches("[A-Z]{3}")) {
      throw new Malformed("currency must be three letters A to Z.");
    }
    long cents = cents(json);
    Token token =
        Token.of(text(json, "token"))
            .orElseThrow(
                () -> new Malformed(Problem.UNKNOWN_TOKEN, "knownTokens lists those that work."));
    return new Terms(cents, currency, token);
  }

  /** The body of a refund. */
  static long refundCents(InputStream body) throws IOException {
    return cents(object(body, Set.of("amountCents")));
  }

  /** A number in a query parameter. */
  static long number(String name, String text, long least, long most) {
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new Malformed(name + " must be a whole number from " + least + " to " + most + ".");
  }

  private static JsonNode object(InputStream body, Set<String> members) throws IOException {
    byte[] bytes = body.readNBytes(MAX_BODY_BYTES + 1);
    if (bytes.length > MAX_BODY_BYTES) {
      throw new Malformed(
          Problem.BODY_TOO_LARGE, "The body may have " + MAX_BODY_BYTES + " bytes.");
    }
    JsonNode json;
    try {
      json = STRICT.readTree(bytes);
    } catch (IOException e) {
      throw new Malformed("The body is not valid JSON.");
    }
    Set<String> names = new TreeSet<>();
    json.fieldNames().forEachRemaining(names::add);
    if (!names.equals(members)) {
      throw new Malformed(
          "The body must be a JSON object of the members " + new TreeSet<>(members) + ".");
    }
    return json;
  }

  private static String text(JsonNode json, String name) {
    if (!json.get(name).isTextual()) {
      throw new Malformed(name + " must be a string.");
    }
    return json.get(name).textValue();
  }

  private static long cents(JsonNode json) {
    JsonNode cents = json.get("amountCents");
    if (!cents.isIntegralNumber()
        || !cents.canConvertToLong()
        || cents.longValue() < 1
        || cents.longValue() > MAX_CENTS) {
      throw new Malformed("amountCents must be a whole number from 1 to " + MAX_CENTS + ".");
    }
    return cents.longValue();
  }

  /** The request is not what the call takes; the message says why, for the client. */
  static final class Malformed extends RuntimeException {
    private final transient Problem problem;

    Malformed(String message) {
      this(Problem.MALFORMED_REQUEST, message);
    }

    Malformed(Problem problem, String message) {
      super(message, null, false, false);
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }
}
