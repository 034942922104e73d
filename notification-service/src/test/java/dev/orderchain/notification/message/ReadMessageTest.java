package dev.orderchain.notification.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.notification.Sample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadMessageTest {
  private static final String GOOD =
      """
      {"orderId":"ORDER","tenant":"acme","sku":"SKU-1","productName":"Cup","quantity":1}\
      """;

  record Bad(String reason, UnaryOperator<Sample> change) {
    @Override
    public String toString() {
      return reason;
    }
  }

  static Bad bad(String reason, UnaryOperator<Sample> change) {
    return new Bad(reason, change);
  }

  static Stream<Bad> unreadable() {
    return Stream.of(
        bad("header ce_specversion is missing", s -> s.withoutHeaders()),
        bad("header ce_specversion is missing", s -> s.without("ce_specversion")),
        bad("ce_specversion is 0.3, not 1.0", s -> s.set("ce_specversion", "0.3")),
        bad("header ce_id is missing", s -> s.without("ce_id")),
        bad("header ce_id is empty", s -> s.set("ce_id", "")),
        bad("header ce_id is empty", s -> s.set("ce_id", "  ")),
        bad("header ce_id is there 2 times", s -> s.with("ce_id", "x")),
        bad("header ce_id is null", s -> s.without("ce_id").with("ce_id", (byte[]) null)),
        bad("header ce_id is not UTF-8", s -> s.without("ce_id").with("ce_id", broken())),
        bad("header ce_id has control characters", s -> s.set("ce_id", "a\nb")),
        bad("ce_id is longer than 64 characters", s -> s.set("ce_id", "x".repeat(65))),
        bad("header ce_source is missing", s -> s.without("ce_source")),
        bad("ce_source is /other, not /order-service", s -> s.set("ce_source", "/other")),
        bad("header ce_type is missing", s -> s.without("ce_type")),
        bad("ce_type OrderEaten is not known here", s -> s.set("ce_type", "OrderEaten")),
        bad("ce_type orderplaced is not known here", s -> s.set("ce_type", "orderplaced")),
        bad("header ce_subject is missing", s -> s.without("ce_subject")),
        bad("key is null", s -> s.key(null)),
        bad("key is not UTF-8", s -> s.key(broken())),
        bad("the key other is not the ce_subject", s -> s.key(Sample.utf8("other"))),
        bad("value is null", s -> s.value((byte[]) null)),
        bad("value is not UTF-8", s -> s.value(Sample.around("{\"tenant\":\"", broken(), "\"}"))),
        // A surrogate that was encoded like a character, and an overlong form.
        bad("value is not UTF-8", s -> s.value(Sample.bytes('"', 0xED, 0xA0, 0x80, '"'))),
        bad("value is not UTF-8", s -> s.value(Sample.bytes('"', 0xC0, 0xAF, '"'))),
        bad("value is not a JSON object", s -> s.value("")),
        bad("value is not a JSON object", s -> s.value("[]")),
        bad("value is not a JSON object", s -> s.value("\"text\"")),
        bad("value is not a JSON object", s -> s.value("null")),
        bad("value is not JSON", s -> s.value("{")),
        bad("value is not JSON", s -> s.value("{}}")),
        bad("value is not JSON", s -> s.value("{'a':1}")),
        bad("value is not JSON", s -> s.value("\uFEFF" + GOOD)),
        bad("value is not JSON", s -> s.value(GOOD + GOOD)),
        bad("value is not JSON", s -> s.value(GOOD.replace(":1}", ":01}"))),
        bad("value is not JSON", s -> s.value(GOOD.replace(":1}", ":NaN}"))),
        bad("Duplicate", s -> s.value(GOOD.replace("\"sku\"", "\"tenant\":\"b\",\"sku\""))),
        bad("Duplicate", s -> s.value(GOOD.replace("}", ",\"x\":{\"a\":1,\"a\":1}}"))),
        bad("nesting depth", s -> s.value(GOOD.replace("}", ",\"x\":" + deep(1000) + "}"))),
        bad("orderId is missing", s -> s.value("{}")),
        bad("orderId is not a string", s -> s.value("{\"orderId\":1}")),
        bad("orderId o1 is not a UUID", s -> s.value("{\"orderId\":\"o1\"}")),
        bad(
            "is not the ce_subject",
            s -> s.value(GOOD.replace("ORDER", "0".repeat(8) + uuidEnd()))),
        bad("tenant is missing", s -> s.value(GOOD.replace("tenant", "Tenant"))),
        bad("tenant has not 1 to 255 characters", s -> s.tenant("")),
        bad("tenant has not 1 to 255 characters", s -> s.tenant("t".repeat(256))),
        bad("sku is not a string", s -> s.value(GOOD.replace("\"SKU-1\"", "null"))),
        bad("productName has not 1 to 200 characters", s -> s.productName("🍵".repeat(201))),
        bad("value has half a surrogate pair", s -> s.productName("\\ud83c")),
        bad("value has half a surrogate pair", s -> s.productName("\\udf75\\ud83c")),
        bad(
            "value has half a surrogate pair",
            s -> s.value(GOOD.replace("}", ",\"x\":\"\\ud83c\"}"))),
        bad("quantity is missing", s -> s.value(GOOD.replace("quantity", "Quantity"))),
        bad("quantity is not an integer", s -> s.quantity("\"1\"")),
        bad("quantity is not an integer", s -> s.quantity("1.5")),
        bad("quantity is not an integer", s -> s.quantity("true")),
        bad("quantity is not", s -> s.quantity("1e400")),
        bad("quantity is not 1 to 10000", s -> s.quantity("0")),
        bad("quantity is not 1 to 10000", s -> s.quantity("-1")),
        bad("quantity is not 1 to 10000", s -> s.quantity("10001")),
        bad("quantity is not 1 to 10000", s -> s.quantity("4294967297")),
        bad("quantity is not 1 to 10000", s -> s.quantity("1" + "0".repeat(400))),
        bad("amountCents is not an integer", s -> s.confirmed("12.5")),
        bad("amountCents is not an integer", s -> s.confirmed("\"1250\"")),
        bad("amountCents is not 0 to 9007199254740991", s -> s.confirmed("-1")),
        bad("amountCents is not 0 to 9007199254740991", s -> s.confirmed("9007199254740992")),
        bad("currency is USD, not EUR", s -> s.paid("OrderConfirmed", "1", "USD")),
        bad("currency has not 1 to 3 characters", s -> s.paid("OrderRefunded", "1", "EURO")),
        bad("reason is missing", s -> s.paid("OrderCancelled", "1", "EUR")),
        bad("reason too late is not words", s -> s.cancelled("too late")),
        bad("reason A__B is not words", s -> s.cancelled("A__B")),
        bad("reason has not 1 to 64", s -> s.cancelled("A".repeat(65))),
        bad("productName is missing", s -> s.confirmed("1").set("ce_type", "OrderPlaced")),
        bad("currency is missing", s -> s.set("ce_type", "OrderConfirmed")),
        bad("value has no canonical form", s -> s.value(GOOD.replace("}", ",\"x\":1e400}"))));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void saysWhatIsWrong(Bad bad) {
    Message message = bad.change().apply(Sample.ofNewOrder()).message();

    var reading = assertInstanceOf(Reading.Unreadable.class, ReadMessage.read(message));

    assertTrue(reading.reason().contains(bad.reason()), reading::reason);
    assertEquals(message, reading.message());
  }

  @Test
  void aReasonIsOneLineAndFitsItsColumn() {
    Sample sample = Sample.ofNewOrder().set("ce_type", "🍵".repeat(600));

    var reading = assertInstanceOf(Reading.Unreadable.class, ReadMessage.read(sample.message()));

    assertEquals(500, reading.reason().codePointCount(0, reading.reason().length()));
    assertEquals("a\\u000ab\\u001b", ReadMessage.reason("a\nb\u001b"));
  }

  record Promised(String sample, OrderFact fact, String eventId, String text) {
    @Override
    public String toString() {
      return sample;
    }
  }

  static Stream<Promised> contracts() {
    OrderFact.CardOrder paid = cardOrder(ORDER);
    OrderFact.CardOrder unpaid = cardOrder("0193a5f0-8a40-7c52-b6d4-91c0e2f7a833");
    return Stream.of(
        new Promised(
            "order-placed",
            new OrderFact.Placed(ORDER, "acme", "SKU-TEA", "Green tea 🍵 from Uji 宇治", 3),
            ORDER + ":1",
            "Order placed: 3 × Green tea 🍵 from Uji 宇治 (SKU-TEA)"),
        new Promised(
            "order-confirmed",
            new OrderFact.Confirmed(paid),
            ORDER + ":2",
            "Order confirmed: 3 × SKU-TEA, 18.75 EUR"),
        new Promised(
            "order-cancelled",
            new OrderFact.Cancelled(unpaid, "DECLINED"),
            unpaid.orderId() + ":2",
            "Order cancelled (declined): 3 × SKU-TEA, 18.75 EUR"),
        new Promised(
            "order-refunded",
            new OrderFact.Refunded(paid),
            ORDER + ":3",
            "Order refunded: 3 × SKU-TEA, 18.75 EUR"));
  }

  @ParameterizedTest
  @MethodSource("contracts")
  void readsWhatTheProducerPromises(Promised promised) throws IOException {
    Message message = Sample.ofContract(promised.sample()).message();

    Event event = assertInstanceOf(Reading.OfEvent.class, ReadMessage.read(message)).event();

    assertEquals(promised.eventId(), event.id());
    assertEquals(promised.fact(), event.fact());
    assertEquals(promised.text(), event.fact().text());
  }

  /** What a sample is read from has to be what its schema asks for. */
  @ParameterizedTest
  @MethodSource("contracts")
  void aMessageWithoutAMemberThatItsSchemaRequiresIsUnreadable(Promised promised)
      throws IOException {
    List<String> required = new ArrayList<>();
    Sample.contract(promised.sample() + ".schema.json")
        .get("required")
        .forEach(member -> required.add(member.textValue()));
    assertEquals(
        required,
        Sample.contract(promised.sample() + ".sample.json")
            .get("value")
            .propertyStream()
            .map(Map.Entry::getKey)
            .toList());

    for (String member : required) {
      Message message = Sample.ofContract(promised.sample()).withoutMember(member).message();
      var reading = assertInstanceOf(Reading.Unreadable.class, ReadMessage.read(message));
      assertEquals(member + " is missing", reading.reason());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.00 EUR",
    "5, 0.05 EUR",
    "1200, 12.00 EUR",
    "9007199254740991, 90071992547409.91 EUR",
  })
  void anAmountIsReadInCents(long cents, String text) {
    Message message = Sample.ofNewOrder().confirmed(Long.toString(cents)).message();

    Event event = assertInstanceOf(Reading.OfEvent.class, ReadMessage.read(message)).event();

    assertEquals("Order confirmed: 2 × SKU-1, " + text, event.fact().text());
  }

  @Test
  void theTextOfTheLongestNamesFitsItsColumn() {
    String sku = "s".repeat(64);
    OrderFact placed = new OrderFact.Placed("", "", sku, "p".repeat(200), 10_000);
    OrderFact cancelled =
        new OrderFact.Cancelled(
            new OrderFact.CardOrder("", "", sku, 10_000, Long.MAX_VALUE, "EUR"), "R".repeat(64));

    assertTrue(placed.text().length() <= 500);
    assertTrue(cancelled.text().length() <= 500);
  }

  /** Spacing, order of members, forms of numbers and of characters: the content is the same. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"quantity\":1,\"productName\":\"Cup\",\"sku\":\"SKU-1\",\"tenant\":\"acme\",\"orderId\":\"ORDER\"}",
        " {\n\"orderId\" : \"ORDER\",\t\"tenant\":\"acme\",\"sku\":\"SKU-1\",\"productName\":\"Cup\",\"quantity\":1}\r\n",
        "{\"orderId\":\"ORDER\",\"tenant\":\"acme\",\"sku\":\"SKU-1\",\"productName\":\"Cup\",\"quantity\":1.0}",
        "{\"orderId\":\"ORDER\",\"tenant\":\"acme\",\"sku\":\"SKU-1\",\"productName\":\"Cup\",\"quantity\":10e-1}",
        "{\"orderId\":\"ORDER\",\"tenant\":\"acme\",\"sku\":\"SKU-1\",\"productName\":\"\\u0043up\",\"quantity\":1}"
      })
  void otherBytesOfTheSameContentHaveTheSameHash(String same) {
    assertArrayEquals(hash(GOOD), hash(same));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Cup ", "cup", "Cu\u0301p", "C\u00fap", "Cup\\u0000"})
  void otherContentHasAnotherHash(String name) {
    assertFalse(Arrays.equals(hash(GOOD), hash(GOOD.replace("Cup", name))));
  }

  @Test
  void composedAndDecomposedCharactersAreDifferentContent() {
    assertFalse(
        Arrays.equals(
            hash(GOOD.replace("Cup", "Cu\u0301p")), hash(GOOD.replace("Cup", "C\u00fap"))));
  }

  @Test
  void membersThatItDoesNotKnowAreLetPass() {
    Sample sample = Sample.ofNewOrder().value(GOOD.replace("}", ",\"gift\":{\"to\":[1,null]}}"));

    assertInstanceOf(Reading.OfEvent.class, ReadMessage.read(sample.message()));
  }

  private static final String ORDER = "0193a5f0-7c1e-7d3a-9b1f-2f6c1a0e4d11";

  private static byte[] hash(String value) {
    Message message = Sample.of(ORDER, 1).value(value).message();
    return assertInstanceOf(Reading.OfEvent.class, ReadMessage.read(message)).event().payloadHash();
  }

  private static byte[] broken() {
    return Sample.bytes('a', 0xF0, 0x9F, 0x8D);
  }

  private static String deep(int levels) {
    return "[".repeat(levels) + "]".repeat(levels);
  }

  private static OrderFact.CardOrder cardOrder(String orderId) {
    return new OrderFact.CardOrder(orderId, "acme", "SKU-TEA", 3, 1875, "EUR");
  }

  private static String uuidEnd() {
    return "-0000-0000-0000-000000000000";
  }
}
