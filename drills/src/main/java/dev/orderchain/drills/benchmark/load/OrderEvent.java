package dev.orderchain.drills.benchmark.load;

import dev.orderchain.drills.client.OrderIds;

/**
 * An OrderPlaced event as order-service writes it; contracts/order-placed.sample.json shows one.
 */
record OrderEvent(String orderId, String payload) {
  static final String TYPE = "OrderPlaced";
  static final String TRACEPARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  static OrderEvent next() {
    String orderId = OrderIds.next();
    return new OrderEvent(
        orderId,
        """
        {"orderId":"%s","tenant":"acme","sku":"SKU-TEA",\
        "productName":"Green tea 🍵 from Uji 宇治","quantity":3}"""
            .formatted(orderId));
  }

  String id() {
    return orderId + ":1";
  }
}
