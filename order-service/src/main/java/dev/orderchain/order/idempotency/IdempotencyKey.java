package dev.orderchain.order.idempotency;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The client's name for one request: 1 to 255 visible ASCII characters, compared byte for byte.
 * Accepted bare and as the quoted string of the IETF draft "The Idempotency-Key HTTP Header Field",
 * so that {@code k1} and {@code "k1"} are one key.
 */
public record IdempotencyKey(String value) {
  private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7E]{1,255}");

  /** Empty when the header was not sent exactly once or is malformed. */
  public static Optional<IdempotencyKey> parse(List<String> headers) {
    if (headers == null || headers.size() != 1) {
      return Optional.empty();
    }
    String header = headers.get(0).strip();
    String value = header.startsWith("\"") ? unquote(header) : header;
    return value != null && VISIBLE.matcher(value).matches()
        ? Optional.of(new IdempotencyKey(value))
        : Optional.empty();
  }

  /** A string as in RFC 8941, 3.3.3: backslash escapes a quote or a backslash and nothing else. */
  private static String unquote(String header) {
    StringBuilder value = new StringBuilder();
    int end = header.length() - 1;
    for (int i = 1; i < end; i++) {
      char c = header.charAt(i);
      if (c == '"') {
        return null;
      }
      if (c == '\\') {
        i++;
        if (i == end || (header.charAt(i) != '"' && header.charAt(i) != '\\')) {
          return null;
        }
        c = header.charAt(i);
      }
      value.append(c);
    }
    return end > 0 && header.charAt(end) == '"' ? value.toString() : null;
  }
}
