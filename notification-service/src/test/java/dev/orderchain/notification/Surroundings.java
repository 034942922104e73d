package dev.orderchain.notification;

import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** What stands between the service under test and its servers: the topic, and the link. */
public final class Surroundings implements QuarkusTestResourceLifecycleManager {
  static final String TOPIC = "order-events";
  static final int PARTITIONS = 3;

  /** Short, so that a consumer that stops polling while it waits would lose its membership. */
  static final int MAX_POLL_INTERVAL_MILLIS = 3_000;

  /** After the servers. */
  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    try {
      createTopic(TOPIC);
      DatabaseLink link = new DatabaseLink(TestServers.current().notificationDb().port());
      return Map.of(
          "quarkus.http.test-port", "0",
          "NOTIFICATION_DB", link.address(),
          "quarkus.datasource.jdbc.additional-jdbc-properties.sslMode", "DISABLED",
          "quarkus.datasource.jdbc.additional-jdbc-properties.allowPublicKeyRetrieval", "true",
          "quarkus.datasource.jdbc.acquisition-timeout", "2s",
          "mp.messaging.incoming.order-events.max.poll.interval.ms",
              Integer.toString(MAX_POLL_INTERVAL_MILLIS),
          "notification.retry.longest", "500ms");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {}

  static void createTopic(String name) {
    try (Admin admin = TestServers.current().kafka().admin()) {
      admin
          .createTopics(List.of(new NewTopic(name, Optional.of(PARTITIONS), Optional.empty())))
          .all()
          .get();
    } catch (Exception e) {
      throw new IllegalStateException("cannot create topic " + name, e);
    }
  }
}
