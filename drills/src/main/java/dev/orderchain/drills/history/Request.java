package dev.orderchain.drills.history;

/**
 * An order as it is asked for; asked again, it is the same request.
 *
 * @param card the token of the card that pays for it; null when it is on account
 */
public record Request(String tenant, String key, String sku, int quantity, String card) {

  /** An order on account. */
  public Request(String tenant, String key, String sku, int quantity) {
    this(tenant, key, sku, quantity, null);
  }

  /** The same key with other content. */
  public Request withQuantity(int other) {
    return new Request(tenant, key, sku, other, card);
  }

  /** The same order, paid by card. */
  public Request paidBy(String token) {
    return new Request(tenant, key, sku, quantity, token);
  }
}
