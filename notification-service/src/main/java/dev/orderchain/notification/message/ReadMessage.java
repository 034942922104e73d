package dev.orderchain.notification.message;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * Reads a message: a CloudEvent in binary mode with a JSON payload, as {@code contracts/} says.
 * Strict in what an identity or an effect is made from; members that it does not know are let pass.
 *
 * <p>A pure function that never throws: a message that could make it throw would stand in the way
 * of its partition for good.
 */
public final class ReadMessage {
  /** Event ids are unique within their source, so only the one source that we know is read. */
  static final String SOURCE = "/order-service";

  private static final int LONGEST_EVENT_ID = 64;
  private static final int LONGEST_TENANT = 255;
  private static final int LONGEST_SKU = 64;

  /** RFC 8785 writes numbers as doubles: beyond this two amounts would have one hash. */
  private static final long MOST_CENTS = (1L << 53) - 1;

  private static final int LONGEST_REASON = 500;
  private static final int DEEPEST_NESTING = 64;

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              com.fasterxml.jackson.core.JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST_NESTING).build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private interface Reader {
    public OrderFact read(JsonNode payload) throws Unreadable;
  }

  /** By {@code ce_type}. */
  private static final Map<String, Reader> READERS =
      Map.of(
          OrderFact.Placed.TYPE,
          ReadMessage::placed,
          OrderFact.Confirmed.TYPE,
          payload -> new OrderFact.Confirmed(cardOrder(payload)),
          OrderFact.Cancelled.TYPE,
          ReadMessage::cancelled,
          OrderFact.Refunded.TYPE,
          payload -> new OrderFact.Refunded(cardOrder(payload)));

  private ReadMessage() {}

  public static Reading read(Message message) {
    try {
      return new Reading.OfEvent(message, event(message));
    } catch (Unreadable e) {
      return new Reading.Unreadable(message, reason(e.getMessage()));
    } catch (RuntimeException e) {
      return new Reading.Unreadable(message, reason("cannot be read: " + e));
    }
  }

  /** A reason as it is kept: on one line, and not longer than its column. */
  public static String reason(String text) {
    String printable = Message.printable(text);
    return printable.codePointCount(0, printable.length()) <= LONGEST_REASON
        ? printable
        : printable.substring(0, printable.offsetByCodePoints(0, LONGEST_REASON - 3)) + "...";
  }

  private static Event event(Message message) throws Unreadable {
    String version = header(message, "ce_specversion");
    require(version.equals("1.0"), "ce_specversion is " + version + ", not 1.0");
    String id = header(message, "ce_id");
    require(
        id.codePointCount(0, id.length()) <= LONGEST_EVENT_ID,
        "ce_id is longer than " + LONGEST_EVENT_ID + " characters");
    String source = header(message, "ce_source");
    require(source.equals(SOURCE), "ce_source is " + source + ", not " + SOURCE);
    String type = header(message, "ce_type");
    Reader reader = READERS.get(type);
    require(reader != null, "ce_type " + type + " is not known here");
    String subject = header(message, "ce_subject");
    String key = utf8(message.key(), "key");
    require(key.equals(subject), "the key " + key + " is not the ce_subject " + subject);
    String payload = utf8(message.value(), "value");
    OrderFact fact = reader.read(json(payload));
    require(
        fact.orderId().equals(subject),
        "orderId " + fact.orderId() + " is not the ce_subject " + subject);
    return new Event(id, payloadHash(payload), fact);
  }

  private static String header(Message message, String name) throws Unreadable {
    byte[] only = null;
    int count = 0;
    for (Message.Header header : message.headers()) {
      if (header.name().equals(name)) {
        only = header.value();
        count++;
      }
    }
    require(count > 0, "header " + name + " is missing");
    require(count == 1, "header " + name + " is there " + count + " times");
    String value = utf8(only, "header " + name);
    require(!value.isBlank(), "header " + name + " is empty");
    require(
        value.codePoints().noneMatch(Character::isISOControl),
        "header " + name + " has control characters");
    return value;
  }

  private static String utf8(byte[] bytes, String what) throws Unreadable {
    require(bytes != null, what + " is null");
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new Unreadable(what + " is not UTF-8");
    }
  }

  private static JsonNode json(String payload) throws Unreadable {
    try {
      JsonNode root = JSON.readTree(payload);
      require(root != null && root.isObject(), "value is not a JSON object");
      return root;
    } catch (JsonProcessingException e) {
      throw new Unreadable("value is not JSON: " + e.getOriginalMessage());
    }
  }

  private static OrderFact placed(JsonNode payload) throws Unreadable {
    return new OrderFact.Placed(
        orderId(payload),
        text(payload, "tenant", LONGEST_TENANT),
        text(payload, "sku", LONGEST_SKU),
        text(payload, "productName", 200),
        quantity(payload));
  }

  private static OrderFact cancelled(JsonNode payload) throws Unreadable {
    String reason = text(payload, "reason", 64);
    require(reason.matches("[A-Z]+(_[A-Z]+)*"), "reason " + reason + " is not words in upper case");
    return new OrderFact.Cancelled(cardOrder(payload), reason);
  }

  private static OrderFact.CardOrder cardOrder(JsonNode payload) throws Unreadable {
    String currency = text(payload, "currency", 3);
    require(currency.equals("EUR"), "currency is " + currency + ", not EUR");
    return new OrderFact.CardOrder(
        orderId(payload),
        text(payload, "tenant", LONGEST_TENANT),
        text(payload, "sku", LONGEST_SKU),
        quantity(payload),
        integer(payload, "amountCents", 0, MOST_CENTS),
        currency);
  }

  private static String orderId(JsonNode payload) throws Unreadable {
    String orderId = text(payload, "orderId", 36);
    require(OrderFact.isOrderId(orderId), "orderId " + orderId + " is not a UUID");
    return orderId;
  }

  private static String text(JsonNode payload, String member, int longest) throws Unreadable {
    JsonNode node = payload.path(member);
    require(!node.isMissingNode(), member + " is missing");
    require(node.isTextual(), member + " is not a string");
    String text = node.textValue();
    int length = text.codePointCount(0, text.length());
    require(length >= 1 && length <= longest, member + " has not 1 to " + longest + " characters");
    return text;
  }

  private static int quantity(JsonNode payload) throws Unreadable {
    return (int) integer(payload, "quantity", 1, 10_000);
  }

  private static long integer(JsonNode payload, String member, long least, long most)
      throws Unreadable {
    JsonNode node = payload.path(member);
    require(!node.isMissingNode(), member + " is missing");
    require(node.isNumber() && node.canConvertToExactIntegral(), member + " is not an integer");
    require(
        node.canConvertToLong() && node.longValue() >= least && node.longValue() <= most,
        member + " is not " + least + " to " + most);
    return node.longValue();
  }

  /** Encodes strictly: half a surrogate pair would become a question mark, like any other half. */
  private static byte[] payloadHash(String payload) throws Unreadable {
    try {
      String canonical = new JsonCanonicalizer(payload).getEncodedString();
      var digest = Message.sha256();
      digest.update(StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(canonical)));
      return digest.digest();
    } catch (CharacterCodingException e) {
      throw new Unreadable("value has half a surrogate pair");
    } catch (IOException e) {
      throw new Unreadable("value has no canonical form: " + e.getMessage());
    }
  }

  private static void require(boolean holds, String otherwise) throws Unreadable {
    if (!holds) {
      throw new Unreadable(otherwise);
    }
  }

  /** Leaves the reading from anywhere in it; never leaves this class. */
  private static final class Unreadable extends Exception {
    Unreadable(String reason) {
      super(reason, null, false, false);
    }
  }
}
