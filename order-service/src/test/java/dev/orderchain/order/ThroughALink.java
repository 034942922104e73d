package dev.orderchain.order;

import dev.orderchain.testbed.TestServers;
import dev.orderchain.testbed.link.MySqlLink;
import java.util.Map;

/** The way to the database. */
public class ThroughALink extends OverALink<MySqlLink> {
  @Override
  protected MySqlLink open() {
    return MySqlLink.to("order-db", TestServers.current().orderDb().address());
  }

  @Override
  protected Map<String, String> configuration(MySqlLink link) {
    return Map.of(
        "ORDER_DB", link.address(),
        "ORDER_DB_OPTIONS", "&sslMode=DISABLED&allowPublicKeyRetrieval=true",
        // What is lost is the request's commit, not that of a poll.
        "quarkus.scheduler.enabled", "false",
        "order.placing.deadline", "2s",
        "order.reservation.answer-within", "2s",
        "order.price.answer-within", "2s");
  }
}
