package dev.orderchain.payment;

import io.smallrye.config.ConfigMapping;
import jakarta.validation.constraints.AssertTrue;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
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

  Notice notice();

  @AssertTrue(message = "provider.notice.secret must have 16 characters or more")
  default boolean isNoticeSigned() {
    return notice().url().isEmpty() || notice().secret().filter(s -> s.length() >= 16).isPresent();
  }

  /** Where the merchant is told what it did not ask, and the secret that signs it. */
  interface Notice {
    Optional<URI> url();

    Optional<String> secret();
  }
}
