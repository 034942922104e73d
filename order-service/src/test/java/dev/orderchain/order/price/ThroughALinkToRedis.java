package dev.orderchain.order.price;

import dev.orderchain.order.OverALink;
import dev.orderchain.testbed.TestServers;
import dev.orderchain.testbed.link.Link;
import java.util.Map;

/** The way to Redis. */
public class ThroughALinkToRedis extends OverALink<Link> {
  @Override
  protected Link open() {
    return Link.to("redis", TestServers.current().redis().address());
  }

  @Override
  protected Map<String, String> configuration(Link link) {
    return Map.of("REDIS", link.address());
  }
}
