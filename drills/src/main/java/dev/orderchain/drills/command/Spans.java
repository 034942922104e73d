package dev.orderchain.drills.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Spans of time as people write them: 500ms, 5s, 2m, 1h, 7d. */
final class Spans {
  private static final Pattern SPAN = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Spans() {}

  static Duration parse(String text) {
    Matcher span = SPAN.matcher(text);
    if (!span.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is no span of time such as 500ms, 5s or 2m");
    }
    long count = Long.parseLong(span.group(1));
    return switch (span.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }
}
