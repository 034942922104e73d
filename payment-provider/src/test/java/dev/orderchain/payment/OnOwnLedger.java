package dev.orderchain.payment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.payment.ledger.Call;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** What the provider's tests share: a ledger in a new folder, and a merchant. */
@WithTestResource(value = OnOwnLedger.Surroundings.class, scope = TestResourceScope.GLOBAL)
public abstract class OnOwnLedger {
  /** How long what is late is late. */
  public static final Duration LATE = Duration.ofMillis(700);

  /** The system property with the port where notices are posted to. */
  protected static final String NOTICE_PORT = "payment.test.notice-port";

  protected static final String SECRET = "known to both sides";

  protected static final String TYPES = "https://payment-provider.example/problems/";

  /** The provider's configuration. */
  public static class Surroundings implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
      try {
        return Map.of(
            "PROVIDER_DATA",
            Files.createTempDirectory(Path.of("target"), "ledger").toAbsolutePath().toString(),
            "provider.late-after",
            LATE.toMillis() + "ms",
            "provider.notice.url",
            "http://127.0.0.1:" + noticePort() + "/notices",
            "provider.notice.secret",
            SECRET);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    private static String noticePort() throws IOException {
      try (ServerSocket free = new ServerSocket(0)) {
        System.setProperty(NOTICE_PORT, Integer.toString(free.getLocalPort()));
      }
      return System.getProperty(NOTICE_PORT);
    }

    @Override
    public void stop() {}
  }

  public static String newKey() {
    return "pay-" + UUID.randomUUID();
  }

  protected static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(20));
  }

  protected static RequestSpecification json(String body) {
    return RestAssured.given().contentType("application/json").body(body);
  }

  protected static String terms(String token) {
    return "{\"amountCents\":1250,\"currency\":\"EUR\",\"token\":\"" + token + "\"}";
  }

  protected static Response authorise(String key, String token) {
    return json(terms(token)).put("/payments/" + key);
  }

  protected static Response capture(String key) {
    return RestAssured.post("/payments/" + key + "/capture");
  }

  protected static Response cancel(String key) {
    return RestAssured.post("/payments/" + key + "/void");
  }

  protected static Response refund(String key, String refundKey, long cents) {
    return json("{\"amountCents\":" + cents + "}")
        .put("/payments/" + key + "/refunds/" + refundKey);
  }

  protected static Response lookUp(String key) {
    return RestAssured.get("/payments/" + key);
  }

  protected static String state(String key) {
    return lookUp(key).path("state");
  }

  protected static void refused(int status, String type, Response answer) {
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals("application/problem+json", answer.contentType().split(";")[0]);
    assertEquals(TYPES + type, answer.path("type"));
  }

  protected static Map<String, Object> total(String key) {
    return RestAssured.get("/ledger?key=" + key).jsonPath().getMap("totals.EUR");
  }

  protected static String authoriseByHand(String key, String token) {
    return bytesOfAnswer("PUT", "/payments/" + key, terms(token));
  }

  /** The ledger's own view of one payment. */
  protected static Map<String, Object> entry(String key) {
    return RestAssured.get("/ledger?key=" + key).jsonPath().getMap("payments[0]");
  }

  protected static int received(String key, Call call) {
    return RestAssured.get("/ledger?key=" + key).path("calls." + call.name());
  }

  /** Sends a request by hand; what came back before the connection ended. */
  protected static String bytesOfAnswer(String method, String path, String body) {
    try (Socket socket = new Socket("127.0.0.1", RestAssured.port)) {
      socket.setSoTimeout(5_000);
      String request =
          """
          %s %s HTTP/1.1\r
          Host: localhost\r
          Content-Type: application/json\r
          Content-Length: %d\r
          \r
          %s"""
              .formatted(method, path, body.length(), body);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
