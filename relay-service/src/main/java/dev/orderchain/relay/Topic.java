package dev.orderchain.relay;

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

/** The topic that events go to; created once with its settings, then left as it is. */
@ApplicationScoped
class Topic {
  private static final Logger LOG = Logger.getLogger(Topic.class);
  private static final int TIMEOUT_MILLIS = 5_000;

  private final Settings.Topic settings;
  private final Map<String, Object> kafka;
  private volatile boolean there;

  Topic(Settings settings, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
    this.settings = settings.topic();
    this.kafka = kafka;
  }

  /**
   * Creates the topic when it is not there; asks the broker once in the life of this relay.
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

  boolean isThere() {
    return there;
  }

  private void create(Admin admin)
      throws InterruptedException, ExecutionException, TimeoutException {
    NewTopic topic =
        new NewTopic(settings.name(), settings.partitions(), settings.replication())
            .configs(
                Map.of(
                    TopicConfig.RETENTION_MS_CONFIG,
                    String.valueOf(settings.retention().toMillis())));
    try {
      admin.createTopics(List.of(topic)).all().get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
      LOG.infof("created topic %s", settings.name());
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }
}
