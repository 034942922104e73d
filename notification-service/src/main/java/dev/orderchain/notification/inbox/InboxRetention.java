package dev.orderchain.notification.inbox;

import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.Retention;
import dev.orderchain.notification.Stopping;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.jboss.logging.Logger;

/**
 * Inbox rows must outlive whatever the topic can still deliver: an event that is delivered once
 * more after its inbox row is gone would take effect twice.
 *
 * <p>The broker is asked at the start, in the background, until it answers; a retention that is too
 * short then ends the service. It is asked again before each purge, because a topic's configuration
 * can be changed under a running service; then the purge is left out.
 */
@ApplicationScoped
public class InboxRetention {
  private static final Logger LOG = Logger.getLogger(InboxRetention.class);
  private static final int TOO_SHORT_STATUS = 3;
  private static final Duration ASK_AGAIN = Duration.ofSeconds(5);
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  /** For the broker's own delays in deleting, and for clocks that differ. */
  private static final Duration MARGIN = Duration.ofDays(1);

  private final Map<String, Object> kafka;
  private final NotificationSettings settings;
  private final Stopping stopping;

  InboxRetention(
      @Identifier("default-kafka-broker") Map<String, Object> kafka,
      NotificationSettings settings,
      Stopping stopping) {
    this.kafka = kafka;
    this.settings = settings;
    this.stopping = stopping;
  }

  /** What the broker's answer means. */
  sealed interface Verdict {
    record Sufficient() implements Verdict {}

    record TooShort(String why) implements Verdict {}

    /** The broker is away or does not have the topic yet. */
    record Unknown(String why) implements Verdict {}
  }

  void check(@Observes StartupEvent event) {
    Thread.ofVirtual().name("inbox-retention").start(this::askUntilAnswered);
  }

  private void askUntilAnswered() {
    do {
      switch (ask()) {
        case Verdict.Sufficient() -> {
          return;
        }
        case Verdict.TooShort(var why) -> {
          LOG.fatal(why + " This service ends.");
          Quarkus.asyncExit(TOO_SHORT_STATUS);
          return;
        }
        case Verdict.Unknown(var why) -> LOG.debugf("retention of the topic not known: %s", why);
      }
    } while (!stopping.beginsWithin(ASK_AGAIN));
  }

  Verdict ask() {
    ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, settings.topic());
    Map<String, Object> bounded = new HashMap<>(kafka);
    bounded.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) ANSWER_WITHIN.toMillis());
    bounded.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) ANSWER_WITHIN.toMillis());
    try (Admin admin = Admin.create(bounded)) {
      Config config =
          admin
              .describeConfigs(List.of(topic))
              .values()
              .get(topic)
              .get(2 * ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
      return verdict(settings.topic(), settings.inbox().retention(), deliverable(config));
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      return new Verdict.Unknown(e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Verdict.Unknown("interrupted");
    }
  }

  static Verdict verdict(String topic, Retention inbox, Retention deliverable) {
    if (inbox.isLongerThan(deliverable) || inbox.isForever()) {
      return new Verdict.Sufficient();
    }
    return new Verdict.TooShort(
        deliverable.isForever()
            ? ("Topic %s keeps its messages forever,"
                    + " so notification.inbox.retention must be forever, not %s.")
                .formatted(topic, inbox)
            : ("A message of topic %s can be delivered for %s (retention.ms + segment.ms + a day),"
                    + " so notification.inbox.retention must be longer than that, not %s.")
                .formatted(topic, deliverable, inbox));
  }

  /**
   * For how long a message can be delivered. A whole segment is deleted when its newest message is
   * older than retention.ms, so its oldest can be older by segment.ms. A topic that is compacted
   * only keeps the last message of a key forever.
   */
  static Retention deliverable(Config config) {
    long retentionMillis = Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value());
    long segmentMillis = Long.parseLong(config.get(TopicConfig.SEGMENT_MS_CONFIG).value());
    String cleanup = config.get(TopicConfig.CLEANUP_POLICY_CONFIG).value();
    return retentionMillis < 0 || !cleanup.contains(TopicConfig.CLEANUP_POLICY_DELETE)
        ? Retention.FOREVER
        : Retention.of(Duration.ofMillis(retentionMillis).plusMillis(segmentMillis).plus(MARGIN));
  }
}
