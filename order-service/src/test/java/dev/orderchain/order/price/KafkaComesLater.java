package dev.orderchain.order.price;

import dev.orderchain.order.OverALink;
import dev.orderchain.testbed.TestServers;
import dev.orderchain.testbed.link.Link;
import java.util.Map;

/** The service looks for its broker over a link that refuses it, until a test heals it. */
public class KafkaComesLater extends OverALink<Link> {
  @Override
  protected Link open() {
    Link link = Link.to("kafka", TestServers.current().kafka().address());
    link.refuse();
    return link;
  }

  @Override
  protected Map<String, String> configuration(Link link) {
    return Map.of("KAFKA", link.address());
  }
}
