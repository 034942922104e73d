package dev.orderchain.payment.notice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.orderchain.payment.Settings;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NoticeTest {
  private static final Instant FAILED = Instant.parse("2026-01-01T00:00:00Z");

  /** The digest is openssl's: {@code openssl dgst -sha256 -hmac SECRET}. */
  @Test
  void signatureIsTheHmacOfTheBody() {
    assertEquals(
        "sha256=05875273af133edd28f3d8b7a5e21f32712afa2ddeafc3bd4b969090b223e503",
        PostNotice.signature("{\"paymentKey\":\"é\"}", "0123456789abcdef"));
  }

  @ParameterizedTest
  @CsvSource({"0, PT1S", "1, PT2S", "5, PT32S", "6, PT60S", "18, PT60S"})
  void waitsTwiceAsLongEachTimeUpToAMinute(int attempts, Duration wait) {
    assertEquals(FAILED.plus(wait), new Notice("n", "{}", attempts).retryAfter(FAILED));
  }

  @Test
  void isGivenUpAtLast() {
    assertNull(new Notice("n", "{}", 19).retryAfter(FAILED));
  }

  @ParameterizedTest
  @CsvSource({
    ", , true",
    "http://localhost/notices, , false",
    "http://localhost/notices, fifteen letters, false",
    "http://localhost/notices, sixteen letters., true"
  })
  void nothingIsPostedThatAnybodyCouldHaveSigned(String url, String secret, boolean works) {
    assertEquals(works, new TestSettings(url, secret).isNoticeSigned());
  }

  private record TestSettings(String at, String signedWith) implements Settings, Settings.Notice {
    @Override
    public Duration lateAfter() {
      return Duration.ZERO;
    }

    @Override
    public Duration slowBy() {
      return Duration.ZERO;
    }

    @Override
    public Settings.Notice notice() {
      return this;
    }

    @Override
    public Optional<URI> url() {
      return Optional.ofNullable(at).map(URI::create);
    }

    @Override
    public Optional<String> secret() {
      return Optional.ofNullable(signedWith);
    }
  }
}
