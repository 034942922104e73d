package dev.orderchain.order.price;

import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Explained in application.properties, checked at start. */
@ConfigMapping(prefix = "order.price")
interface PriceSettings {
  boolean cached();

  @DurationMin(seconds = 1)
  Duration ttl();

  @DurationMin(millis = 100)
  Duration fillWithin();

  @DurationMin(millis = 100)
  @DurationMax(minutes = 5)
  Duration answerWithin();
}
