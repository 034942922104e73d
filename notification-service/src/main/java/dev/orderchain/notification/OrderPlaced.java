package dev.orderchain.notification;

import java.util.regex.Pattern;

/** What a notification is made from. */
record OrderPlaced(String orderId, String tenant, String sku, String productName, int quantity) {
  static final String TYPE = "OrderPlaced";

  private static final Pattern UUID =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  static boolean isOrderId(String text) {
    return UUID.matcher(text).matches();
  }

  String text() {
    return "Order placed: " + quantity + " × " + productName + " (" + sku + ")";
  }
}
