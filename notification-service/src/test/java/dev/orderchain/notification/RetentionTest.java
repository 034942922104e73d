package dev.orderchain.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetentionTest {
  @ParameterizedTest
  @CsvSource({"30d, PT720H", "12h, PT12H", "90m, PT1H30M", "5s, PT5S", "' 1D ', PT24H"})
  void readsANumberWithAUnit(String text, Duration time) {
    assertEquals(Retention.of(time), Retention.parse(text));
  }

  @ParameterizedTest
  @CsvSource({"30d, 30d", "24h, 1d", "36h, 36h", "90m, 90m", "61s, 61s", "forever, forever"})
  void isSaidAsItIsRead(String text, String said) {
    assertEquals(said, Retention.parse(text).toString());
    assertEquals(Retention.parse(text), Retention.parse(said));
  }

  @Test
  void readsForever() {
    assertTrue(Retention.parse("forever").isForever());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "-1", "-1d", "30 d", "1.5d", "P30D", "1234567890d", "never"})
  void refusesAnythingElse(String text) {
    assertThrows(IllegalArgumentException.class, () -> Retention.parse(text));
  }

  @Test
  void foreverIsLongerThanAnythingButItself() {
    Retention day = Retention.parse("1d");
    assertTrue(Retention.FOREVER.isLongerThan(day));
    assertFalse(Retention.FOREVER.isLongerThan(Retention.FOREVER));
    assertFalse(day.isLongerThan(Retention.FOREVER));
    assertFalse(day.isLongerThan(day));
    assertTrue(Retention.parse("25h").isLongerThan(day));
  }
}
