package dev.orderchain.notification;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What an operator may set; {@code application.properties} has the defaults. */
@ConfigMapping(prefix = "notification")
public interface NotificationSettings {
  /** Under which name the inbox rows of what was notified stand; also the group in Kafka. */
  String consumerName();

  String topic();

  /** The most messages of one transaction. */
  int batchSize();

  Coupon coupon();

  Retry retry();

  Inbox inbox();

  /** How long a stop waits for the batch in hand. */
  Duration stopWithin();

  interface Coupon {
    /** As above, of what was made a coupon of. */
    String consumerName();
  }

  /** The waits while the database is away; each is twice the one before it. */
  interface Retry {
    Duration shortest();

    Duration longest();
  }

  interface Inbox {
    /** Longer than a message can still be delivered: {@code InboxRetention} sees to it. */
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
    named(complaints, "notification.consumer-name", consumerName());
    named(complaints, "notification.coupon.consumer-name", coupon().consumerName());
    if (consumerName().equals(coupon().consumerName())) {
      complaints.add("notification.coupon.consumer-name must not be notification.consumer-name");
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

  private static void named(List<String> complaints, String setting, String consumer) {
    if (consumer.isBlank() || consumer.length() > 64) {
      complaints.add(setting + " must have 1 to 64 characters");
    }
  }

  private static <T extends Comparable<T>> void within(
      List<String> complaints, String name, T value, T least, T most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      complaints.add(name + " must be " + least + " to " + most + ", not " + value);
    }
  }
}
