package dev.orderchain.order.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Same content, same hash, however it is spelled. Malformed bodies are in BadRequestsIT. */
class OrderRequestTest {
  private static final OrderRequest REQUEST = parse("{\"sku\":\"é🍵/A\",\"quantity\":100}");

  private static OrderRequest parse(String json) {
    return OrderRequest.parse(json.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"quantity\":100,\"sku\":\"é🍵/A\"}",
        " {\r\n\t\"sku\" : \"é🍵/A\" , \"quantity\" : 100 } ",
        "{\"sku\":\"é🍵/A\",\"quantity\":100.0}",
        "{\"sku\":\"é🍵/A\",\"quantity\":1e2}",
        "{\"sku\":\"é🍵/A\",\"quantity\":1.00E+2}",
        "{\"sku\":\"\\u00e9\\ud83c\\udf75\\/\\u0041\",\"quantity\":100}",
        "{\"\\u0073ku\":\"é🍵/A\",\"quantity\":100}"
      })
  void spellingDoesNotMatter(String json) {
    assertEquals(REQUEST, parse(json));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"sku\":\"e\u0301🍵/A\",\"quantity\":100}",
        "{\"sku\":\"É🍵/A\",\"quantity\":100}",
        "{\"sku\":\"é🍵/A \",\"quantity\":100}",
        "{\"sku\":\"é🍵/A\",\"quantity\":101}"
      })
  void otherTextIsOtherContent(String json) {
    assertNotEquals(REQUEST.hash(), parse(json).hash());
  }

  @Test
  void boundsAreTaken() {
    assertEquals(1, parse("{\"sku\":\"a\",\"quantity\":1}").quantity());
    assertEquals(10_000, parse("{\"sku\":\"a\",\"quantity\":10000}").quantity());
    String longest = "🍵".repeat(64);
    assertEquals(longest, parse("{\"sku\":\"" + longest + "\",\"quantity\":1}").sku());
  }

  @Test
  void paymentIsPartOfTheContent() {
    String onAccount = "{\"sku\":\"a\",\"quantity\":1}";
    String byCard = "{\"sku\":\"a\",\"quantity\":1,\"payment\":{\"token\":\"tok_ok\"}}";
    assertEquals(Optional.empty(), parse(onAccount).cardToken());
    assertEquals(Optional.of("tok_ok"), parse(byCard).cardToken());
    assertNotEquals(parse(onAccount).hash(), parse(byCard).hash());
    assertNotEquals(parse(byCard.replace("tok_ok", "tok_slow")).hash(), parse(byCard).hash());
  }

  @Test
  void nobodyPaysForAReservation() {
    byte[] paid = "{\"sku\":\"a\",\"quantity\":1,\"payment\":{\"token\":\"t\"}}".getBytes(UTF_8);
    assertThrows(OrderRequest.Malformed.class, () -> OrderRequest.parseUnpaid(paid));
  }

  /** The canonical form is {"a":1e+30,"b":[1.5,"€"]}; the digest of it is sha256sum's. */
  @Test
  void hashIsSha256OfTheCanonicalForm() {
    assertEquals(
        "b5f738441e90b65fe21cdf5a5666131012fda1b362224934fe4dd06a7355496e",
        PayloadHash.ofJson("{\"b\":[1.50,\"\\u20ac\"],\"a\":1E30}").hex());
  }
}
