package dev.orderchain.order.deadline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client may give a request less time than we would, and no more. */
class RequestTimeoutTest {
  private static final Duration AT_MOST = Duration.ofSeconds(10);

  @ParameterizedTest
  @CsvSource({"1,1", "300,300", "0300,300", "10000,10000", "10001,10000", "300000,10000"})
  void lesserOfWhatIsGivenAndWhatWeAllow(String header, long ms) {
    assertEquals(Optional.of(Duration.ofMillis(ms)), parse(header));
  }

  @Test
  void withoutTheHeaderItIsWhatWeAllow() {
    assertEquals(Optional.of(AT_MOST), parse());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "0", "-1", "+1", "1.5", "1e3", "300001", "99999999999", "1s", "1,2", "١"})
  void anythingElseIsMalformed(String header) {
    assertEquals(Optional.empty(), parse(header));
  }

  @Test
  void twoOfThemAreMalformed() {
    assertEquals(Optional.empty(), parse("300", "300"));
  }

  private static Optional<Duration> parse(String... headers) {
    return RequestTimeout.parse(List.of(headers), AT_MOST);
  }
}
