package dev.orderchain.drills.check.fact;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A key, and what two rows with one key must agree on. Keys are ordered as the databases do it. */
public record Pair(String key, String with) {

  public static Pair of(String key) {
    return new Pair(key, "");
  }

  /** The order of a binary collation, which is not the order of Java's UTF-16 units. */
  public static int compareKeys(Pair a, Pair b) {
    return Arrays.compareUnsigned(
        a.key.getBytes(StandardCharsets.UTF_8), b.key.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return with.isEmpty() ? key : key + " (" + with + ")";
  }
}
