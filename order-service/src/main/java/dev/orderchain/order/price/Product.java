package dev.orderchain.order.price;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * A product as it is sold, at one version of its price. Its JSON is the same in an answer, in the
 * event and in the cache.
 *
 * @param version grows by one with each change
 */
public record Product(String sku, String name, long priceCents, String currency, int version) {
  static final int LONGEST_SKU = 64;

  /** Ten thousand of them are still what a card payment may be. */
  static final long MOST_CENTS = 999_999;

  public static boolean canBeSku(String sku) {
    int characters = sku.codePointCount(0, sku.length());
    return characters >= 1 && characters <= LONGEST_SKU;
  }

  String write(ObjectMapper json) {
    try {
      return json.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
