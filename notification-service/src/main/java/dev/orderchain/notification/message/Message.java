package dev.orderchain.notification.message;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/**
 * A message as it came: an event's bytes on the way, and where they stood.
 *
 * @param key null when there was none
 * @param value null when there was none
 */
public record Message(
    String topic, int partition, long offset, byte[] key, byte[] value, List<Header> headers) {

  /**
   * @param value null when there was none
   */
  public record Header(String name, byte[] value) {}

  /** Whether its {@code ce_type} says so; one with several is of each. */
  public boolean isOfType(String type) {
    byte[] wanted = utf8(type);
    return headers.stream()
        .anyMatch(h -> h.name().equals("ce_type") && Arrays.equals(h.value(), wanted));
  }

  /** How many bytes its key, value and headers have. */
  public long size() {
    return length(key)
        + length(value)
        + headers.stream().mapToLong(h -> utf8(h.name()).length + length(h.value())).sum();
  }

  /** SHA-256 over key, headers and value, each with its length, so that no two read the same. */
  public byte[] digest() {
    MessageDigest digest = sha256();
    update(digest, key);
    update(digest, value);
    for (Header header : headers) {
      update(digest, utf8(header.name()));
      update(digest, header.value());
    }
    return digest.digest();
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Bytes as a person may read them: UTF-8, with a replacement character where it is broken, and
   * control characters escaped, so that they can do nothing to a terminal or a log.
   */
  public static String printable(byte[] bytes) {
    return bytes == null ? null : printable(new String(bytes, StandardCharsets.UTF_8));
  }

  public static String printable(String text) {
    StringBuilder printable = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c) || c == 0x2028 || c == 0x2029) {
                printable.append("\\u%04x".formatted(c));
              } else {
                printable.appendCodePoint(c);
              }
            });
    return printable.toString();
  }

  @Override
  public String toString() {
    return topic + "[" + partition + "]@" + offset;
  }

  private static void update(MessageDigest digest, byte[] bytes) {
    digest.update(
        ByteBuffer.allocate(Integer.BYTES).putInt(bytes == null ? -1 : bytes.length).flip());
    if (bytes != null) {
      digest.update(bytes);
    }
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
