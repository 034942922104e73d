package dev.orderchain.notification;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * How long something is kept.
 *
 * @param time empty for what is kept forever
 */
public record Retention(Optional<Duration> time) {
  public static final Retention FOREVER = new Retention(Optional.empty());

  public static Retention of(Duration time) {
    return new Retention(Optional.of(time));
  }

  /** {@code forever}, or a number of days, hours, minutes or seconds: {@code 30d}, {@code 12h}. */
  public static Retention parse(CharSequence text) {
    String s = text.toString().strip().toLowerCase(Locale.ROOT);
    if (s.equals("forever")) {
      return FOREVER;
    }
    if (!s.matches("[0-9]{1,9}[dhms]")) {
      throw new IllegalArgumentException(
          "a retention is 'forever' or a number with d, h, m or s, as in 30d; not '" + text + "'");
    }
    return of(Duration.parse(s.endsWith("d") ? "P" + s : "PT" + s));
  }

  public boolean isForever() {
    return time.isEmpty();
  }

  public boolean isLongerThan(Retention other) {
    return time.isEmpty()
        ? !other.isForever()
        : other.time.isPresent() && time.get().compareTo(other.time.get()) > 0;
  }

  /** As {@link #parse} reads it, in the largest unit that it is a whole number of. */
  @Override
  public String toString() {
    return time.map(Retention::inWholeUnits).orElse("forever");
  }

  private static String inWholeUnits(Duration time) {
    long seconds = time.toSeconds();
    if (seconds % 86_400 == 0) {
      return seconds / 86_400 + "d";
    }
    if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
