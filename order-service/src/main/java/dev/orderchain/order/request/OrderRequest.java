package dev.orderchain.order.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a client asks for: {@code {"sku": text, "quantity": 1 to 10000}}, for an order also {@code
 * "payment": {"token": text}}, and nothing else.
 *
 * @param sku 1 to 64 characters, taken as they are: NFC and NFD are different SKUs
 * @param cardToken what the card is charged by; empty: on account
 * @param hash of the content, the same for every spelling of it
 */
public record OrderRequest(String sku, int quantity, Optional<String> cardToken, PayloadHash hash) {
  public static final int MAX_BODY_BYTES = 64 * 1024;

  static final int MAX_QUANTITY = 10_000;
  static final int MAX_SKU_CHARACTERS = 64;

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /**
   * Reads the body of an order.
   *
   * @throws Malformed when it is anything but the shape above, in words for the client
   */
  public static OrderRequest parse(byte[] body) {
    return parse(body, List.of("sku", "quantity", "payment"));
  }

  /**
   * Reads the body of a reservation, which nobody pays for.
   *
   * @throws Malformed when it is anything but the shape above, in words for the client
   */
  public static OrderRequest parseUnpaid(byte[] body) {
    return parse(body, List.of("sku", "quantity"));
  }

  private static OrderRequest parse(byte[] body, List<String> members) {
    String json = utf8(body);
    JsonNode root = tree(json);
    mustHaveOnly(root, "The body", members);
    return new OrderRequest(
        sku(root.get("sku")),
        quantity(root.get("quantity")),
        Optional.ofNullable(root.get("payment")).map(OrderRequest::token),
        PayloadHash.ofJson(json));
  }

  private static void mustHaveOnly(JsonNode node, String what, List<String> members) {
    if (!node.isObject()) {
      throw new Malformed(what + " must be a JSON object with the members " + members + ".");
    }
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      if (!members.contains(names.next())) {
        throw new Malformed(what + " has an unknown member; " + members + " are known.");
      }
    }
  }

  private static String token(JsonNode payment) {
    mustHaveOnly(payment, "payment", List.of("token"));
    JsonNode token = payment.get("token");
    if (token == null || !token.isTextual() || !TOKEN.matcher(token.textValue()).matches()) {
      throw new Malformed("payment.token must be a string of 1 to 64 letters, digits, _ or -.");
    }
    return token.textValue();
  }

  private static String utf8(byte[] body) {
    try {
      return StrictJson.text(body);
    } catch (CharacterCodingException e) {
      throw new Malformed("The body is not valid UTF-8.");
    }
  }

  private static JsonNode tree(String json) {
    try {
      return StrictJson.tree(json);
    } catch (JsonProcessingException e) {
      throw new Malformed("The body is not valid JSON: " + e.getOriginalMessage());
    }
  }

  private static String sku(JsonNode node) {
    if (node == null || !node.isTextual()) {
      throw new Malformed("sku must be a string.");
    }
    String sku = node.textValue();
    int characters = sku.codePointCount(0, sku.length());
    if (characters < 1 || characters > MAX_SKU_CHARACTERS) {
      throw new Malformed("sku must have 1 to " + MAX_SKU_CHARACTERS + " characters.");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(sku)) {
      throw new Malformed("sku has a surrogate without its other half.");
    }
    return sku;
  }

  private static int quantity(JsonNode node) {
    if (node == null || !node.isNumber()) {
      throw new Malformed("quantity must be a number.");
    }
    BigDecimal quantity = node.decimalValue();
    if (quantity.compareTo(BigDecimal.ONE) < 0
        || quantity.compareTo(BigDecimal.valueOf(MAX_QUANTITY)) > 0
        || quantity.stripTrailingZeros().scale() > 0) {
      throw new Malformed("quantity must be a whole number from 1 to " + MAX_QUANTITY + ".");
    }
    return quantity.intValueExact();
  }

  /** The body is not an order request; the message says why, for the client. */
  public static final class Malformed extends RuntimeException {
    Malformed(String message) {
      super(message, null, false, false);
    }
  }
}
