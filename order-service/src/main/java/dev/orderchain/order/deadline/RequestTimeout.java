package dev.orderchain.order.deadline;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code Request-Timeout-Ms}: how long the client is going to wait, 1 to 300000. */
public final class RequestTimeout {
  public static final String HEADER = "Request-Timeout-Ms";

  private static final Pattern DIGITS = Pattern.compile("[0-9]{1,6}");
  private static final int MOST_MS = 300_000;

  private RequestTimeout() {}

  /**
   * The time that a request has: what the client gives it, if it says, but no more than we do.
   *
   * @param headers all that the request has of this name
   * @return empty when it is malformed
   */
  public static Optional<Duration> parse(List<String> headers, Duration atMost) {
    if (headers.isEmpty()) {
      return Optional.of(atMost);
    }
    return Optional.of(headers.getFirst())
        .filter(header -> headers.size() == 1 && DIGITS.matcher(header).matches())
        .map(Integer::parseInt)
        .filter(ms -> ms >= 1 && ms <= MOST_MS)
        .map(Duration::ofMillis)
        .map(given -> given.compareTo(atMost) < 0 ? given : atMost);
  }
}
