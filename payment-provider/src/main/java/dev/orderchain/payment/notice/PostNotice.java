package dev.orderchain.payment.notice;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.orderchain.payment.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jboss.logging.Logger;

/** Posts a notice with a signature that only the holders of the secret can make. */
@ApplicationScoped
class PostNotice {
  static final String SIGNATURE = "Provider-Signature";

  private static final Logger LOG = Logger.getLogger(PostNotice.class);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(1);
  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(3);

  private final Settings.Notice settings;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_WITHIN)
          .build();

  PostNotice(Settings settings) {
    this.settings = settings.notice();
  }

  boolean isWanted() {
    return settings.url().isPresent();
  }

  /** Whether the merchant has answered 2xx. */
  boolean isTaken(Notice notice) {
    try {
      HttpResponse<Void> answer =
          http.send(
              HttpRequest.newBuilder(settings.url().orElseThrow())
                  .timeout(ANSWERED_WITHIN)
                  .header("Content-Type", "application/json")
                  .header(SIGNATURE, signature(notice.body(), settings.secret().orElseThrow()))
                  .POST(BodyPublishers.ofString(notice.body()))
                  .build(),
              BodyHandlers.discarding());
      LOG.infof("notice %s was answered %d", notice.noticeId(), answer.statusCode());
      return answer.statusCode() / 100 == 2;
    } catch (IOException e) {
      LOG.infof("notice %s was not answered: %s", notice.noticeId(), e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** {@code sha256=} and the HMAC-SHA256 of the body's bytes, in lower-case hex. */
  static String signature(String body, String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
