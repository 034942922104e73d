package dev.orderchain.notification;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What an operator may set; {@code application.properties} has the defaults. */
@ConfigMapping(prefix = "notification")
interface NotificationSettings {
  /** Under which name this consumer's inbox rows stand; also its group in Kafka. */
  String consumerName();

  String topic();

  /** The most messages of one transaction. */
  int batchSize();

  Retry retry();

  Inbox inbox();

  /** How long a stop waits for the batch in hand. */
  Duration stopWithin();

  /** The waits while the database is away; each is twice the one before it. */
  interface Retry {
    Duration shortest();

    Duration longest();
  }

  interface Inbox {
    /** Longer than a message can still be delivered: {@link InboxRetention} sees to it. */
    Retention retention();

    Purge purge();
  }

  interface Purge {
    Duration every();

    /** The most rows of one transaction. */
    int batch();
  }

  /** What is wrong with them, each with its name; empty when nothing is. */
  default List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (consumerName().isBlank() || consumerName().length() > 64) {
      complaints.add("notification.consumer-name must have 1 to 64 characters");
    }
    if (!topic().matches("[a-zA-Z0-9._-]{1,249}")) {
      complaints.add("notification.topic must be a Kafka topic's name, not '" + topic() + "'");
    }
    within(complaints, "notification.batch-size", batchSize(), 1, 10_000);
    within(complaints, "notification.inbox.purge.batch", inbox().purge().batch(), 1, 10_000);
    Duration hour = Duration.ofHours(1);
    Duration every = inbox().purge().every();
    within(complaints, "notification.inbox.purge.every", every, Duration.ofSeconds(1), hour);
    Duration shortest = retry().shortest();
    within(complaints, "notification.retry.shortest", shortest, Duration.ofMillis(10), hour);
    within(complaints, "notification.retry.longest", retry().longest(), shortest, hour);
    within(complaints, "notification.stop-within", stopWithin(), Duration.ZERO, hour);
    return complaints;
  }

  private static <T extends Comparable<T>> void within(
      List<String> complaints, String name, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      complaints.add(name + " must be " + least + " to " + most + ", not " + value);
    }
  }
}
