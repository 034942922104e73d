package dev.orderchain.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The real payment provider, as order-service's tests get it. */
class PaymentProviderIT {
  private static Map<String, String> configuration;
  private static PaymentProvider provider;

  private final String key = "pay:" + UUID.randomUUID();

  @BeforeAll
  static void start() {
    TestServers servers = new TestServers();
    servers.init(Map.of("service", Chain.ORDER_SERVICE));
    configuration = servers.start();
    provider = TestServers.current().paymentProvider();
  }

  @Test
  void orderServiceKnowsWhereItIs() {
    assertEquals(provider.address(), configuration.get("PAYMENT_PROVIDER"));
    assertTrue(provider.isHealthy());
  }

  @Test
  void itsLedgerSurvivesItsKill() throws Exception {
    assertEquals(200, send("PUT", "", "tok_ok"));
    assertEquals(200, send("POST", "/capture", ""));

    provider.kill();
    assertThrows(TestbedException.class, () -> provider.ledger(key));
    provider.start();

    JsonNode ledger = provider.ledger(key);
    assertEquals("CAPTURED", ledger.at("/payments/0/state").textValue());
    assertEquals(1, ledger.at("/calls/CAPTURE").intValue());
    assertTrue(provider.ledger("no-such-key").at("/payments/0/state").isMissingNode());
  }

  /** Without a packaged order-service: who listens on its port gets them. */
  @Test
  void itsLateNoticeComesToOrderServiceWithASignatureThatOrderServiceCanCheck() throws Exception {
    BlockingQueue<Notice> notices = new ArrayBlockingQueue<>(20);
    HttpServer orderService =
        HttpServer.create(
            new InetSocketAddress("127.0.0.1", TestServers.current().orderService().port()), 0);
    orderService.createContext("/payment-notices", exchange -> notices.add(Notice.taken(exchange)));
    orderService.start();
    try {
      assertThrows(IOException.class, () -> send("PUT", "", "tok_paid_after_void"));
      assertEquals(200, send("POST", "/void", ""));

      Notice notice = notices.poll(20, TimeUnit.SECONDS);
      assertTrue(notice.body.contains(key), notice.body);
      assertEquals(signature(notice.body), notice.signature);
    } finally {
      orderService.stop(0);
    }
    await().until(() -> provider.ledger(key).at("/payments/0/state").asText().equals("CAPTURED"));
  }

  private record Notice(String body, String signature) {
    static Notice taken(HttpExchange exchange) throws IOException {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
      return new Notice(body, exchange.getRequestHeaders().getFirst("Provider-Signature"));
    }
  }

  private static String signature(String body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(
        new SecretKeySpec(
            configuration.get("order.card.notice-secret").getBytes(UTF_8), "HmacSHA256"));
    return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body.getBytes(UTF_8)));
  }

  private int send(String method, String path, String token) throws Exception {
    String body =
        token.isEmpty()
            ? ""
            : "{\"amountCents\":1250,\"currency\":\"EUR\",\"token\":\"%s\"}".formatted(token);
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(provider.http().resolve("/payments/" + key + path))
                  .timeout(Duration.ofSeconds(10))
                  .header("Content-Type", "application/json")
                  .method(method, BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.ofString());
      return answer.statusCode();
    }
  }
}
