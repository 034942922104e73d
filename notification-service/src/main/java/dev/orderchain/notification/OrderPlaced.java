package dev.orderchain.notification;

/** What a notification is made from. */
record OrderPlaced(String orderId, String tenant, String sku, String productName, int quantity) {
  static final String TYPE = "OrderPlaced";

  String text() {
    return "Order placed: " + quantity + " × " + productName + " (" + sku + ")";
  }
}
