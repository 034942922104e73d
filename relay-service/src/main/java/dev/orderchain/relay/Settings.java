package dev.orderchain.relay;

import io.smallrye.config.ConfigMapping;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
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

  Topic topic();

  /** A send that can outlive its lease would only make duplicates. */
  @AssertTrue(message = "relay.lease must be longer than relay.delivery-timeout")
  default boolean isLeaseLongerThanDelivery() {
    return lease().compareTo(deliveryTimeout()) > 0;
  }

  /** The topic, which the relay creates when it is not there. */
  interface Topic {
    String name();

    @Min(1)
    int partitions();

    @Min(1)
    short replication();

    @DurationMin(minutes = 1)
    Duration retention();
  }
}
