package dev.orderchain.notification.inbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.notification.Retention;
import dev.orderchain.notification.inbox.InboxRetention.Verdict;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InboxRetentionTest {
  @ParameterizedTest
  @CsvSource({
    "30d, P15D, Sufficient",
    "361h, P15D, Sufficient",
    "360h, P15D, TooShort", // not longer, as long
    "1s, P15D, TooShort",
    "forever, P15D, Sufficient",
  })
  void isLongerThanAMessageCanBeDelivered(String inbox, Duration deliverable, String verdict) {
    assertEquals(verdict, verdict(Retention.parse(inbox), Retention.of(deliverable)));
  }

  @Test
  void aTopicThatKeepsItsMessagesForeverNeedsAnInboxThatIsNeverPurged() {
    assertEquals("TooShort", verdict(Retention.parse("999999999d"), Retention.FOREVER));
    assertEquals("Sufficient", verdict(Retention.FOREVER, Retention.FOREVER));
  }

  @Test
  void saysWhatToChange() {
    Verdict verdict =
        InboxRetention.verdict("t", Retention.parse("1d"), Retention.of(Duration.ofDays(15)));

    String why = assertInstanceOf(Verdict.TooShort.class, verdict).why();
    assertTrue(why.contains("notification.inbox.retention must be longer"), why);
  }

  @ParameterizedTest
  @CsvSource({
    "604800000, 604800000, delete, PT360H",
    "604800000, 604800000, 'compact,delete', PT360H",
    "1000, 3600000, delete, PT25H1S",
    "-1, 604800000, delete, ",
    "604800000, 604800000, compact, ",
    "9223372036854775807, 604800000, delete, PT2562047788207H12M55.807S",
  })
  void aMessageCanBeDeliveredAsLongAsItsSegmentIsThere(
      String retention, String segment, String cleanup, Duration expected) {
    Config config =
        new Config(
            List.of(
                new ConfigEntry("retention.ms", retention),
                new ConfigEntry("segment.ms", segment),
                new ConfigEntry("cleanup.policy", cleanup)));

    assertEquals(
        expected == null ? Retention.FOREVER : Retention.of(expected),
        InboxRetention.deliverable(config));
  }

  private static String verdict(Retention inbox, Retention deliverable) {
    return InboxRetention.verdict("t", inbox, deliverable).getClass().getSimpleName();
  }
}
