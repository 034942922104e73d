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
    atLeast(
        complaints,
        "notification.inbox.purge.every",
        inbox().purge().every(),
        Duration.ofSeconds(1));
    atLeast(complaints, "notification.retry.shortest", retry().shortest(), Duration.ofMillis(10));
    atLeast(complaints, "notification.retry.longest", retry().longest(), retry().shortest());
    atLeast(complaints, "notification.stop-within", stopWithin(), Duration.ZERO);
    return complaints;
  }

  private static void within(
      List<String> complaints, String name, long value, long least, long most) {
    if (value < least || value > most) {
      complaints.add(name + " must be " + least + " to " + most + ", not " + value);
    }
  }

  private static void atLeast(
      List<String> complaints, String name, Duration value, Duration least) {
    if (value.compareTo(least) < 0) {
      complaints.add(name + " must be at least " + least + ", not " + value);
    }
  }
}
