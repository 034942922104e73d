package dev.orderchain.drills.world;

import dev.orderchain.testbed.Chain;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The connections between a service and a server that can be cut. */
public enum Wire {
  ORDER_TO_DATABASE(Chain.ORDER_SERVICE, Chain.ORDER_DB),
  ORDER_TO_PROVIDER(Chain.ORDER_SERVICE, Chain.PAYMENT_PROVIDER),
  ORDER_TO_REDIS(Chain.ORDER_SERVICE, Chain.REDIS),
  ORDER_TO_KAFKA(Chain.ORDER_SERVICE, Chain.KAFKA),
  RELAY_TO_DATABASE(Chain.RELAY_SERVICE, Chain.ORDER_DB),
  RELAY_TO_KAFKA(Chain.RELAY_SERVICE, Chain.KAFKA),
  NOTIFICATION_TO_DATABASE(Chain.NOTIFICATION_SERVICE, Chain.NOTIFICATION_DB),
  NOTIFICATION_TO_KAFKA(Chain.NOTIFICATION_SERVICE, Chain.KAFKA);

  private final String service;
  private final String server;

  Wire(String service, String server) {
    this.service = service;
    this.server = server;
  }

  /**
   * Those that every order needs. Only one that is paid by card needs the provider; Redis speeds
   * things up, and from Kafka order-service only hears of prices.
   */
  public static Set<Wire> ofEveryOrder() {
    return EnumSet.complementOf(EnumSet.of(ORDER_TO_PROVIDER, ORDER_TO_REDIS, ORDER_TO_KAFKA));
  }

  public String service() {
    return service;
  }

  public String server() {
    return server;
  }

  /** The environment variable by which the service is told where the server is. */
  public String variable() {
    return server.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  @Override
  public String toString() {
    return service + " to " + server;
  }
}
