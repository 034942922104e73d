package dev.orderchain.order.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Malformed keys are in BadRequestsIT. */
class IdempotencyKeyTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "k1,k1",
        "\"k1\",k1",
        "\"a\\\"b\",a\"b",
        "\"a\\\\b\",a\\b",
        "a\"b,a\"b",
        "a\\b,a\\b"
      })
  void readsBareAndQuoted(String header, String key) {
    assertEquals(Optional.of(new IdempotencyKey(key)), IdempotencyKey.parse(List.of(header)));
  }

  @Test
  void takesUpTo255Characters() {
    String longest = "~".repeat(255);
    assertEquals(Optional.of(new IdempotencyKey(longest)), IdempotencyKey.parse(List.of(longest)));
    assertEquals(Optional.empty(), IdempotencyKey.parse(List.of(longest + "~")));
  }

  @Test
  void isSentExactlyOnce() {
    assertEquals(Optional.empty(), IdempotencyKey.parse(null));
    assertEquals(Optional.empty(), IdempotencyKey.parse(List.of()));
    assertEquals(Optional.empty(), IdempotencyKey.parse(List.of("k1", "k1")));
  }
}
