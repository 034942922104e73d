package dev.orderchain.notification.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.OnRealServers;
import dev.orderchain.notification.Stopping;
import dev.orderchain.notification.Surroundings;
import dev.orderchain.notification.Topic;
import io.quarkus.arc.All;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Retention is the default, 30 days; the purge's transactions are of at most 1,000 rows. */
@QuarkusTest
class PurgeInboxIT extends OnRealServers {
  private static final String OTHERS = "another-consumer";

  @Inject PurgeInbox purgeInbox;
  @Inject InboxRetention inboxRetention;
  @Inject Inbox inbox;
  @Inject @All List<Effect> effects;
  @Inject NotificationSettings settings;
  @Inject Stopping stopping;

  @AfterEach
  void resetTheTopic() {
    configureTopic("retention.ms", null);
    configureTopic("segment.ms", null);
    configureTopic("cleanup.policy", null);
  }

  @Test
  void removesWhatIsOlderThanItsRetentionOfAllItsConsumersAndNothingYounger() {
    String tooOld = row("notification-service", "2592001 SECOND");
    String tooOldCoupon = row("coupons", "2592001 SECOND");
    String stillNeeded = row("notification-service", "2591970 SECOND");
    String others = row(OTHERS, "99 DAY");

    assertEquals(2, purgeInbox.purge());

    assertEquals(0, inboxRows(tooOld));
    assertEquals(0, inboxRows(tooOldCoupon));
    assertEquals(1, inboxRows(stillNeeded));
    assertEquals(1, inboxRows(others));
  }

  @Test
  void removesInTransactionsOfAtMostItsBatch() {
    execute(
        """
        INSERT INTO inbox (consumer_name, event_id, payload_hash, received_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
        SELECT 'notification-service', CONCAT(b.x, '-', n.i), REPEAT('x', 32),
          NOW(6) - INTERVAL 31 DAY
        FROM n, (SELECT 'a' AS x UNION SELECT 'b') AS b
        """);
    long commits = commits();

    assertEquals(2_000, purgeInbox.purge());

    // The third finds nothing, and neither does the other consumer's only one.
    assertEquals(4, commits() - commits);
  }

  @Test
  void removesNothingWhileTheTopicCanDeliverForLonger() {
    String tooOld = row("notification-service", "31 DAY");

    configureTopic("retention.ms", Long.toString(23L * 24 * 3_600_000));
    await().until(() -> inboxRetention.ask() instanceof InboxRetention.Verdict.TooShort);
    purgeInbox.run();
    assertEquals(1, inboxRows(tooOld));

    // 22 d, a segment of 6 d and the margin of 1 d are less than 30 d.
    configureTopic("retention.ms", Long.toString(22L * 24 * 3_600_000));
    configureTopic("segment.ms", Long.toString(6L * 24 * 3_600_000));
    await().until(() -> inboxRetention.ask() instanceof InboxRetention.Verdict.Sufficient);
    purgeInbox.run();
    assertEquals(0, inboxRows(tooOld));
  }

  @Test
  void removesNothingWhileTheTopicsRetentionIsNotKnown() {
    String tooOld = row("notification-service", "31 DAY");
    InboxRetention unanswered =
        new InboxRetention(Map.of("bootstrap.servers", "nowhere.invalid:1"), settings, stopping);

    new PurgeInbox(inbox, unanswered, effects, settings, stopping).run();

    assertEquals(1, inboxRows(tooOld));
    assertEquals(1, purgeInbox.purge());
  }

  @Test
  void aTopicThatKeepsItsMessagesForeverIsTooMuchForThirtyDays() {
    assertInstanceOf(InboxRetention.Verdict.Sufficient.class, inboxRetention.ask());

    configureTopic("retention.ms", "-1");
    await().until(() -> inboxRetention.ask() instanceof InboxRetention.Verdict.TooShort);

    configureTopic("retention.ms", null);
    configureTopic("cleanup.policy", "compact");
    await().until(() -> inboxRetention.ask() instanceof InboxRetention.Verdict.TooShort);
  }

  private static String row(String consumer, String age) {
    String eventId = UUID.randomUUID().toString();
    execute(
        "INSERT INTO inbox (consumer_name, event_id, payload_hash, received_at)"
            + " VALUES (?, ?, REPEAT('x', 32), NOW(6) - INTERVAL "
            + age
            + ")",
        consumer,
        eventId);
    return eventId;
  }

  private static long commits() {
    return rows("SHOW GLOBAL STATUS LIKE 'Com_commit'", row -> row.getLong(2)).getFirst();
  }

  private static void configureTopic(String option, String value) {
    try (Topic topic = new Topic(Surroundings.TOPIC, "notification-service")) {
      topic.configure(option, value);
    }
  }
}
