package dev.orderchain.relay;

import io.smallrye.config.ConfigMapping;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;

/** How the relay works; explained in application.properties, checked at start. */
@ConfigMapping(prefix = "relay")
public interface Settings {
  boolean enabled();

  @Min(1)
  @Max(10_000)
  int batch();

  @Min(1)
  @Max(10_000)
  int maxInFlight();

  @DurationMin(millis = 1)
  Duration lease();

  @DurationMin(millis = 100)
  Duration deliveryTimeout();

  @DurationMin(millis = 1)
  Duration pollInterval();

  @DurationMin(millis = 1)
  Duration lowWaterLag();

  @DurationMin(millis = 1)
  Duration sweepEvery();

  @Min(1)
  @Max(1000)
  int maxAttempts();

  /** By name. An event for any other topic is parked. */
  Map<String, Topic> topics();

  @Min(1)
  short topicReplication();

  /** A send that can outlive its lease would only make duplicates. */
  @AssertTrue(message = "relay.lease must be longer than relay.delivery-timeout")
  default boolean isLeaseLongerThanDelivery() {
    return lease().compareTo(deliveryTimeout()) > 0;
  }

  /** A topic, which the relay creates when it is not there. */
  interface Topic {
    @Min(1)
    int partitions();

    @DurationMin(minutes = 1)
    Duration retention();
  }
}
