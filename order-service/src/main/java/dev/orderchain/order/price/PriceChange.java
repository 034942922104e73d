package dev.orderchain.order.price;

/** What became of a request to change a price. */
sealed interface PriceChange {
  /**
   * It is at the new price, from this version on.
   *
   * @param before a request before this one had done it
   * @param invalidated the cache knows; otherwise the event will tell it
   */
  record Done(Product product, boolean before, boolean invalidated) implements PriceChange {}

  /** Nothing is written: the product is at another version than the one that was seen. */
  record OtherVersion(int version) implements PriceChange {}

  record UnknownSku() implements PriceChange {}

  /** Nothing is written. */
  record Unavailable() implements PriceChange {}

  record OutcomeUnknown() implements PriceChange {}
}
