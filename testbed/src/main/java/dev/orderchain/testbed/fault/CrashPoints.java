package dev.orderchain.testbed.fault;

import dev.orderchain.testbed.fault.Byteman.Rule;
import java.util.List;

/** The edges between two durable facts of the chain, as points of the services' code. */
public final class CrashPoints {
  /** Everything is written and nothing is committed. */
  public static final CrashPoint ORDER_BEFORE_COMMIT =
      orderAt("order-service before the commit", "AT ENTRY");

  /** The order is committed; neither the client nor the relay has been told. */
  public static final CrashPoint ORDER_AFTER_COMMIT =
      orderAt("order-service after the commit", "AT EXIT");

  /** The price is committed, its event with it; neither the cache nor the relay has been told. */
  public static final CrashPoint PRICE_AFTER_COMMIT =
      point(
          Rule.kill(
              "order-service after the commit of a price",
              "dev.orderchain.order.price.PriceCache",
              "invalidate",
              "AT ENTRY",
              callerMatches(".*price.ChangePrice.*")));

  /** The claim is committed; nothing of it is with Kafka. */
  public static final CrashPoint RELAY_AFTER_CLAIM =
      point(
          Rule.kill(
              "relay-service after the claim",
              "dev.orderchain.relay.publish.Sender",
              "send",
              "AT ENTRY",
              "TRUE"));

  /** Kafka has acknowledged; the outbox does not know yet. */
  public static final CrashPoint RELAY_AFTER_SEND =
      point(
          Rule.kill(
              "relay-service after the send",
              "dev.orderchain.relay.outbox.Settlement",
              "markSent",
              "AT ENTRY",
              "TRUE"));

  /** Rows are marked and the mark is committed. */
  public static final CrashPoint RELAY_AFTER_MARK =
      point(
          flag("marked", "dev.orderchain.relay.outbox.Settlement", "markSent"),
          Rule.kill(
              "relay-service after the mark",
              "dev.orderchain.relay.publish.PublishDue",
              "settle",
              "AT EXIT",
              "flagged(\"marked\")"));

  /** Inbox row and effect are written and not committed. */
  public static final CrashPoint CONSUMER_BEFORE_COMMIT =
      point(
          Rule.kill(
              "notification-service before the commit",
              "dev.orderchain.notification.notice.Notifications",
              "insert",
              "AT EXIT",
              "TRUE"));

  /** Inbox row and effect are committed; the offset is not. */
  public static final CrashPoint CONSUMER_BEFORE_OFFSET =
      point(
          flag("written", "dev.orderchain.notification.notice.Notifications", "insert"),
          Rule.kill(
              "notification-service before the offset",
              "dev.orderchain.notification.inbox.ReceiveOrderEvents",
              "receive",
              "AT EXIT",
              // Every consumer of the service receives there.
              "$! && $0.effect.name().equals(\"notification\") && flagged(\"written\")"));

  /** The provider has said that it holds the money; no row knows. */
  public static final CrashPoint CARD_AFTER_AUTHORISE =
      point(
          Rule.kill(
              "order-service after the authorisation",
              "dev.orderchain.order.provider.PaymentProvider",
              "authorise",
              "AT EXIT",
              "$!.getClass().getSimpleName().equals(\"Payment\")"));

  /** CONFIRM is decided and committed; nobody has acted on it. */
  public static final CrashPoint CARD_AFTER_DECISION =
      point(
          Rule.kill(
              "order-service after the decision",
              "dev.orderchain.order.provider.PaymentProvider",
              "capture",
              "AT ENTRY",
              "TRUE"));

  /** The provider took the money; all of the confirmation is written and nothing is committed. */
  public static final CrashPoint CARD_AFTER_CAPTURE =
      point(
          Rule.kill(
              "order-service after the capture",
              "dev.orderchain.order.reservation.Reservations",
              "confirm",
              "AT EXIT",
              callerMatches(".*workflow.WriteMove.*")));

  /** The order is confirmed and committed, its event with it; nobody has been told. */
  public static final CrashPoint CARD_AFTER_CONFIRM =
      point(
          Rule.kill(
              "order-service after the confirmation",
              "dev.orderchain.order.workflow.DriveOne",
              "told",
              "AT ENTRY",
              "$1.effect().name().equals(\"CONFIRM_ORDER\")"));

  /** The authorisation is in the provider's ledger; the merchant has no answer. */
  public static final CrashPoint PROVIDER_IN_AUTHORISE = providerIn("AUTHORISE");

  /** The capture is in the provider's ledger; the merchant has no answer. */
  public static final CrashPoint PROVIDER_IN_CAPTURE = providerIn("CAPTURE");

  private CrashPoints() {}

  /**
   * Where a service is killed.
   *
   * @param rules the last of which kills
   */
  public record CrashPoint(List<Rule> rules) {
    public CrashPoint {
      rules = List.copyOf(rules);
    }

    public String name() {
      return rules.getLast().name();
    }

    /** What the service's log holds when it was killed there. */
    public String trace() {
      return rules.getLast().trace();
    }
  }

  private static CrashPoint point(Rule... rules) {
    return new CrashPoint(List.of(rules));
  }

  /** The commit of an order, and not that of any other transaction. */
  private static CrashPoint orderAt(String name, String location) {
    return point(
        Rule.kill(
            name,
            "com.mysql.cj.jdbc.ConnectionImpl",
            "commit()",
            location,
            callerMatches(".*placing.PlaceOrder.place")
                + " && "
                + callerMatches(".*database.UntilKnown.Attempt.inTransaction")));
  }

  private static CrashPoint providerIn(String call) {
    return point(
        Rule.kill(
            "payment-provider in the call " + call,
            "dev.orderchain.payment.request.PaymentsResource",
            "answer",
            "AT ENTRY",
            "$1.name().equals(\"" + call + "\")"));
  }

  private static String callerMatches(String method) {
    return "callerMatches(\"" + method + "\", true, true, 1, 200)";
  }

  /** Remembers that a method has come to its end, inside a transaction that is not over. */
  private static Rule flag(String name, String className, String method) {
    return new Rule(name, className, method, "AT EXIT", "TRUE", "flag(\"" + name + "\")");
  }
}
