package dev.orderchain.order.outbox;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** W3C Trace Context, {@code traceparent}: the caller's, or the start of a new trace. */
public final class TraceParent {
  private static final Pattern VALID =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private TraceParent() {}

  public static String of(String header) {
    return header != null && VALID.matcher(header).matches() ? header : start();
  }

  private static String start() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return "00-%016x%016x-%016x-01"
        .formatted(random.nextLong(), random.nextLong() | 1, random.nextLong() | 1);
  }
}
