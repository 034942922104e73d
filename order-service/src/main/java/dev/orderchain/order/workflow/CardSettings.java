package dev.orderchain.order.workflow;

import io.smallrye.config.ConfigMapping;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** How card orders are driven; checked at start. */
@ConfigMapping(prefix = "order.card")
public interface CardSettings {
  /** From placing to the decision; without one it is CANCEL. */
  @DurationMin(seconds = 1)
  @DurationMax(days = 1)
  Duration decideWithin();

  /** From placing, or from a refund asked for, to an end; without one a person has to look. */
  @DurationMin(seconds = 1)
  @DurationMax(days = 7)
  Duration reviewAfter();

  /** A claim's time. A driver that is not heard of for so long is taken for dead. */
  @DurationMin(seconds = 1)
  @DurationMax(minutes = 5)
  Duration lease();

  /** How long a driver works on one order before it lets others. */
  @DurationMin(millis = 100)
  Duration stepBudget();

  /** One call to the provider. */
  @DurationMin(millis = 10)
  Duration attemptWithin();

  /** Read by the scheduler. */
  Duration pollEvery();

  /** The most orders of one claim. */
  @Min(1)
  @Max(1_000)
  int batch();

  /** The most orders that one instance works on at a time. */
  @Min(1)
  @Max(1_000)
  int mostAtOnce();

  /** What the provider signs its notices with; both sides know it. */
  @Size(min = 16)
  String noticeSecret();

  @AssertTrue(message = "order.card.lease must be longer than step-budget + attempt-within")
  default boolean isLeaseLongEnough() {
    return lease().compareTo(stepBudget().plus(attemptWithin())) > 0;
  }
}
