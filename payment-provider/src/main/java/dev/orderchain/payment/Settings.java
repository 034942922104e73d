package dev.orderchain.payment;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** How the provider behaves; explained in application.properties, checked at start. */
@ConfigMapping(prefix = "provider")
public interface Settings {
  @DurationMin
  @DurationMax(hours = 24)
  Duration lateAfter();

  @DurationMin
  @DurationMax(minutes = 1)
  Duration slowBy();
}
