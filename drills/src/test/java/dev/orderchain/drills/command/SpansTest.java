package dev.orderchain.drills.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SpansTest {

  @Test
  void readsEachUnit() {
    assertEquals(Duration.ofMillis(500), Spans.parse("500ms"));
    assertEquals(Duration.ofSeconds(5), Spans.parse("5s"));
    assertEquals(Duration.ofMinutes(2), Spans.parse("2m"));
    assertEquals(Duration.ofHours(1), Spans.parse("1h"));
    assertEquals(Duration.ofDays(7), Spans.parse("7d"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "-5s", "5 s", "5w", "1.5s", "99999999999s"})
  void refusesEverythingElse(String text) {
    assertThrows(TypeConversionException.class, () -> Spans.parse(text));
  }
}
