package dev.orderchain.notification;

import dev.orderchain.testbed.TestServers;
import dev.orderchain.testbed.link.MySqlLink;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/** What stands between the service under test and its servers: the topic, and the link. */
public final class Surroundings implements QuarkusTestResourceLifecycleManager {
  public static final String TOPIC = "order-events";
  public static final int PARTITIONS = 3;

  /** Short, so that a consumer that stops polling while it waits would lose its membership. */
  public static final int MAX_POLL_INTERVAL_MILLIS = 3_000;

  private MySqlLink link;

  /** After the servers. */
  @Override
  public int order() {
    return 1;
  }

  @Override
  public Map<String, String> start() {
    createTopic(TOPIC);
    link = MySqlLink.to("notification-db", TestServers.current().notificationDb().address());
    return Map.of(
        "quarkus.http.test-port", "0",
        "NOTIFICATION_DB", link.address(),
        "NOTIFICATION_DB_OPTIONS", "&sslMode=DISABLED&allowPublicKeyRetrieval=true",
        "quarkus.datasource.jdbc.acquisition-timeout", "2s",
        "mp.messaging.incoming.order-events.max.poll.interval.ms",
            Integer.toString(MAX_POLL_INTERVAL_MILLIS),
        "notification.retry.longest", "500ms");
  }

  @Override
  public void inject(Object test) {
    ((OnRealServers) test).link = link;
  }

  @Override
  public void stop() {
    link.close();
  }

  /**
   * Returns when its partitions have leaders: a producer whose first batch meets none may go on for
   * ever with OUT_OF_ORDER_SEQUENCE_NUMBER.
   */
  public static void createTopic(String name) {
    try (Admin admin = TestServers.current().kafka().admin()) {
      admin
          .createTopics(List.of(new NewTopic(name, Optional.of(PARTITIONS), Optional.empty())))
          .all()
          .get();
      // The broker may not even know the topic yet, and then it says so at once.
      OnRealServers.await().until(() -> hasLeaders(admin, name));
    } catch (Exception e) {
      throw new IllegalStateException("cannot create topic " + name, e);
    }
  }

  private static boolean hasLeaders(Admin admin, String topic) throws Exception {
    admin
        .listOffsets(
            IntStream.range(0, PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .collect(Collectors.toMap(Function.identity(), p -> OffsetSpec.latest())))
        .all()
        .get();
    return true;
  }
}
