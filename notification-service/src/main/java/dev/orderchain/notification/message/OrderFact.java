package dev.orderchain.notification.message;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/** What became of an order: a record for each type of event, with what effects are made from. */
public sealed interface OrderFact {
  Pattern UUID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  String orderId();

  String tenant();

  /** Its {@code ce_type}, and the kind of its notification. */
  String type();

  /** What whoever ordered is told. */
  String text();

  static boolean isOrderId(String text) {
    return UUID.matcher(text).matches();
  }

  record Placed(String orderId, String tenant, String sku, String productName, int quantity)
      implements OrderFact {
    public static final String TYPE = "OrderPlaced";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public String text() {
      return "Order placed: " + quantity + " × " + productName + " (" + sku + ")";
    }
  }

  /** The card has paid. */
  record Confirmed(CardOrder order) implements OfCardOrder {
    public static final String TYPE = "OrderConfirmed";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public String text() {
      return "Order confirmed: " + order;
    }
  }

  /**
   * Ended without a payment.
   *
   * @param reason words in upper case, such as {@code OUT_OF_TIME}
   */
  record Cancelled(CardOrder order, String reason) implements OfCardOrder {
    public static final String TYPE = "OrderCancelled";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public String text() {
      String words = reason.toLowerCase(Locale.ROOT).replace('_', ' ');
      return "Order cancelled (" + words + "): " + order;
    }
  }

  /** The money went back. */
  record Refunded(CardOrder order) implements OfCardOrder {
    public static final String TYPE = "OrderRefunded";

    @Override
    public String type() {
      return TYPE;
    }

    @Override
    public String text() {
      return "Order refunded: " + order;
    }
  }

  /** A fact about an order that a card pays for. */
  sealed interface OfCardOrder extends OrderFact {
    CardOrder order();

    @Override
    default String orderId() {
      return order().orderId();
    }

    @Override
    default String tenant() {
      return order().tenant();
    }
  }

  record CardOrder(
      String orderId, String tenant, String sku, int quantity, long amountCents, String currency) {
    /** As a text has it. */
    @Override
    public String toString() {
      return quantity + " × " + sku + ", " + BigDecimal.valueOf(amountCents, 2) + " " + currency;
    }
  }
}
