package dev.orderchain.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.notification.inbox.BackOff;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  @Test
  void theDefaultsAreWithinTheirBounds() {
    assertEquals(List.of(), settings(Map.of()).complaints());
  }

  @ParameterizedTest
  @CsvSource({
    "notification.consumer-name, ' ', 1 to 64 characters",
    "notification.coupon.consumer-name, ' ', 1 to 64 characters",
    "notification.coupon.consumer-name, notification-service, must not be",
    "notification.topic, order events, must be a Kafka topic's name",
    "notification.batch-size, 0, must be 1 to 10000",
    "notification.batch-size, 10001, must be 1 to 10000",
    "notification.inbox.purge.batch, -1, must be 1 to 10000",
    "notification.inbox.purge.every, PT0.5S, must be PT1S to PT1H",
    "notification.retry.shortest, PT0.001S, must be PT0.01S to PT1H",
    "notification.retry.longest, PT0.05S, must be PT0.1S to PT1H",
    "notification.stop-within, PT-1S, must be PT0S to PT1H",
  })
  void whatIsOutOfItsBoundsIsNamed(String name, String value, String complaint) {
    List<String> complaints = settings(Map.of(name, value)).complaints();

    assertEquals(1, complaints.size());
    assertTrue(complaints.getFirst().startsWith(name + " must"), complaints::getFirst);
    assertTrue(complaints.getFirst().contains(complaint), complaints::getFirst);
  }

  @Test
  void aRetentionThatCannotBeReadEndsTheStart() {
    assertThrows(
        RuntimeException.class, () -> settings(Map.of("notification.inbox.retention", "30")));
  }

  @ParameterizedTest
  @CsvSource({"2, PT0.1S", "3, PT0.2S", "4, PT0.4S", "7, PT3.2S", "8, PT5S", "1000000, PT5S"})
  void eachWaitIsTwiceTheOneBeforeUpToTheLongest(int next, Duration wait) {
    assertEquals(wait, new BackOff(settings(Map.of()), new Stopping()).before(next));
  }

  private static NotificationSettings settings(Map<String, String> changes) {
    Map<String, String> values = new HashMap<>(defaults());
    values.putAll(changes);
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(NotificationSettings.class)
            .withConverter(
                Duration.class, 500, new io.quarkus.runtime.configuration.DurationConverter())
            .withDefaultValues(values)
            .build();
    return config.getConfigMapping(NotificationSettings.class);
  }

  private static Map<String, String> defaults() {
    Properties all = new Properties();
    try (InputStream file = SettingsTest.class.getResourceAsStream("/application.properties")) {
      all.load(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    Map<String, String> ours = new HashMap<>();
    for (String name : all.stringPropertyNames()) {
      if (name.startsWith("notification.")) {
        ours.put(name, all.getProperty(name));
      }
    }
    return ours;
  }
}
