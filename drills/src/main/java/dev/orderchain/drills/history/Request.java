package dev.orderchain.drills.history;

/** An order as it is asked for; asked again, it is the same request. */
public record Request(String tenant, String key, String sku, int quantity) {

  /** The same key with other content. */
  public Request withQuantity(int other) {
    return new Request(tenant, key, sku, other);
  }
}
