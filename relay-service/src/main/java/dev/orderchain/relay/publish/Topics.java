package dev.orderchain.relay.publish;

import dev.orderchain.relay.Settings;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.jboss.logging.Logger;

/** The topics that events go to; each is created once with its settings, then left as it is. */
@ApplicationScoped
class Topics {
  private static final Logger LOG = Logger.getLogger(Topics.class);
  private static final int TIMEOUT_MILLIS = 5_000;

  private final Settings settings;
  private final Map<String, Object> kafka;
  private volatile boolean there;

  Topics(Settings settings, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
    this.settings = settings;
    this.kafka = kafka;
  }

  /**
   * Creates those that are not there; asks the broker once in the life of this relay.
   *
   * @throws TimeoutException or another exception when the broker is away
   */
  void ensure() throws InterruptedException, ExecutionException, TimeoutException {
    if (there) {
      return;
    }
    Map<String, Object> config = new HashMap<>(kafka);
    config.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    config.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS);
    Admin admin = Admin.create(config);
    try {
      create(admin);
    } finally {
      admin.close(Duration.ZERO);
    }
    there = true;
  }

  boolean areThere() {
    return there;
  }

  private void create(Admin admin)
      throws InterruptedException, ExecutionException, TimeoutException {
    List<NewTopic> wanted = settings.topics().entrySet().stream().map(this::newTopic).toList();
    for (var asked : admin.createTopics(wanted).values().entrySet()) {
      try {
        asked.getValue().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        LOG.infof("created topic %s", asked.getKey());
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
      }
    }
  }

  private NewTopic newTopic(Map.Entry<String, Settings.Topic> topic) {
    String retention = String.valueOf(topic.getValue().retention().toMillis());
    return new NewTopic(topic.getKey(), topic.getValue().partitions(), settings.topicReplication())
        .configs(Map.of(TopicConfig.RETENTION_MS_CONFIG, retention));
  }
}
