package dev.orderchain.drills.traffic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.History;
import dev.orderchain.drills.history.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShopperTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Queue<Reply> script = new ArrayDeque<>();
  private final List<String> keys = new ArrayList<>();
  private final List<String> bodies = new ArrayList<>();
  private final History history = new History();
  private final Request request = new Request("acme", "k1", "SKU-1", 1);
  private HttpServer server;
  private Shopper shopper;

  private interface Reply {
    void to(HttpExchange exchange) throws IOException;
  }

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/orders",
        exchange -> {
          keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
          bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          script.remove().to(exchange);
        });
    server.start();
    shopper = new Shopper("127.0.0.1:" + server.getAddress().getPort(), "token", history);
  }

  @AfterEach
  void close() {
    shopper.close();
    server.stop(0);
  }

  @Test
  void anAnswerIsWhatItSays() {
    script.add(placed("o1", false));
    script.add(placed("o1", true));
    script.add(problem(422, "idempotency-conflict"));
    script.add(problem(409, "out-of-stock"));
    script.add(problem(503, "unavailable"));
    assertEquals(new Answer.Placed("o1", false), shopper.ask(request));
    assertEquals(new Answer.Placed("o1", true), shopper.ask(request));
    assertEquals(new Answer.Conflict(), shopper.ask(request));
    assertEquals(new Answer.Refused(409, "out-of-stock"), shopper.ask(request));
    assertEquals(new Answer.Refused(503, "unavailable"), shopper.ask(request));
  }

  @Test
  void paysByCardWhereTheRequestHasOne() {
    script.add(placed("o1", false));
    script.add(placed("o2", false));
    shopper.ask(request);
    shopper.ask(request.paidBy("tok_ok"));
    assertEquals(
        List.of(
            "{\"sku\":\"SKU-1\",\"quantity\":1}",
            "{\"sku\":\"SKU-1\",\"quantity\":1,\"payment\":{\"token\":\"tok_ok\"}}"),
        bodies);
  }

  @Test
  void whatDoesNotSayThatNothingWasWrittenIsUnknown() {
    script.add(problem(503, "outcome-unknown"));
    script.add(problem(503, "something-in-between"));
    script.add(problem(500, "internal"));
    script.add(HttpExchange::close);
    assertEquals(new Answer.Unknown("503/outcome-unknown"), shopper.ask(request));
    assertEquals(new Answer.Unknown("503/something-in-between"), shopper.ask(request));
    assertEquals(new Answer.Unknown("500/internal"), shopper.ask(request));
    assertEquals(new Answer.Unknown("connection-broken"), shopper.ask(request));
    assertEquals(4, history.unknown());
  }

  @Test
  void aServiceThatIsNotThereHasWrittenNothing() {
    server.stop(0);
    assertEquals(new Answer.Refused(503, "no-connection"), shopper.ask(request));
  }

  @Test
  void insistsWithTheSameKeyUntilTheOutcomeIsKnown() {
    script.add(HttpExchange::close);
    script.add(problem(503, "outcome-unknown"));
    script.add(problem(503, "unavailable"));
    script.add(placed("o1", true));
    assertEquals(new Answer.Placed("o1", true), shopper.insist(request, PATIENCE));
    assertEquals(List.of("k1", "k1", "k1", "k1"), keys);
  }

  @Test
  void anUnknownOutcomeStaysInTheHistory() {
    script.add(HttpExchange::close);
    script.add(placed("o1", false));
    shopper.insist(request, PATIENCE);
    List<Answer> answers = history.attempts().stream().map(Attempt::answer).toList();
    assertEquals(
        List.of(new Answer.Unknown("connection-broken"), new Answer.Placed("o1", false)), answers);
    assertTrue(history.unanswered().isEmpty());
  }

  @Test
  void whatNobodyWasToldStaysUnanswered() {
    script.add(HttpExchange::close);
    shopper.ask(request);
    assertEquals(Set.of(request), history.unanswered());
  }

  private static Reply placed(String orderId, boolean replayed) {
    return exchange -> {
      exchange.getResponseHeaders().add("Location", "http://localhost/orders/" + orderId);
      if (replayed) exchange.getResponseHeaders().add("Idempotency-Replayed", "true");
      send(exchange, 201, "{}");
    };
  }

  private static Reply problem(int status, String type) {
    return exchange ->
        send(exchange, status, "{\"type\":\"https://order-chain.example/problems/" + type + "\"}");
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
