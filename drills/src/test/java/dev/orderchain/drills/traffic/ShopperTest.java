package dev.orderchain.drills.traffic;

import static dev.orderchain.drills.traffic.Replies.problem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.History;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.traffic.Replies.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShopperTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final History history = new History();
  private final Request request = new Request("acme", "k1", "SKU-1", 1);
  private Replies replies;
  private Shopper shopper;

  @BeforeEach
  void open() throws IOException {
    replies = new Replies("/orders", "Idempotency-Key");
    shopper = new Shopper(replies.address(), "token", history);
  }

  @AfterEach
  void close() {
    shopper.close();
    replies.close();
  }

  @Test
  void anAnswerIsWhatItSays() {
    replies.then(placed("o1", false));
    replies.then(placed("o1", true));
    replies.then(problem(422, "idempotency-conflict"));
    replies.then(problem(409, "out-of-stock"));
    replies.then(problem(503, "unavailable"));
    assertEquals(new Answer.Placed("o1", false), shopper.ask(request));
    assertEquals(new Answer.Placed("o1", true), shopper.ask(request));
    assertEquals(new Answer.Conflict(), shopper.ask(request));
    assertEquals(new Answer.Refused(409, "out-of-stock"), shopper.ask(request));
    assertEquals(new Answer.Refused(503, "unavailable"), shopper.ask(request));
  }

  @Test
  void paysByCardWhereTheRequestHasOne() {
    replies.then(placed("o1", false));
    replies.then(placed("o2", false));
    shopper.ask(request);
    shopper.ask(request.paidBy("tok_ok"));
    assertEquals(
        List.of(
            "{\"sku\":\"SKU-1\",\"quantity\":1}",
            "{\"sku\":\"SKU-1\",\"quantity\":1,\"payment\":{\"token\":\"tok_ok\"}}"),
        replies.bodies());
  }

  @Test
  void whatDoesNotSayThatNothingWasWrittenIsUnknown() {
    replies.then(problem(503, "outcome-unknown"));
    replies.then(problem(503, "something-in-between"));
    replies.then(problem(500, "internal"));
    replies.then(HttpExchange::close);
    assertEquals(new Answer.Unknown("503/outcome-unknown"), shopper.ask(request));
    assertEquals(new Answer.Unknown("503/something-in-between"), shopper.ask(request));
    assertEquals(new Answer.Unknown("500/internal"), shopper.ask(request));
    assertEquals(new Answer.Unknown("connection-broken"), shopper.ask(request));
    assertEquals(4, history.unknown());
  }

  @Test
  void aServiceThatIsNotThereHasWrittenNothing() {
    replies.close();
    assertEquals(new Answer.Refused(503, "no-connection"), shopper.ask(request));
  }

  @Test
  void insistsWithTheSameKeyUntilTheOutcomeIsKnown() {
    replies.then(HttpExchange::close);
    replies.then(problem(503, "outcome-unknown"));
    replies.then(problem(503, "unavailable"));
    replies.then(placed("o1", true));
    assertEquals(new Answer.Placed("o1", true), shopper.insist(request, PATIENCE));
    assertEquals(List.of("k1", "k1", "k1", "k1"), replies.keys());
  }

  @Test
  void anUnknownOutcomeStaysInTheHistory() {
    replies.then(HttpExchange::close);
    replies.then(placed("o1", false));
    shopper.insist(request, PATIENCE);
    List<Answer> answers = history.attempts().stream().map(Attempt::answer).toList();
    assertEquals(
        List.of(new Answer.Unknown("connection-broken"), new Answer.Placed("o1", false)), answers);
    assertTrue(history.unanswered().isEmpty());
  }

  @Test
  void whatNobodyWasToldStaysUnanswered() {
    replies.then(HttpExchange::close);
    shopper.ask(request);
    assertEquals(Set.of(request), history.unanswered());
  }

  private static Reply placed(String orderId, boolean replayed) {
    return exchange -> {
      exchange.getResponseHeaders().add("Location", "http://localhost/orders/" + orderId);
      if (replayed) exchange.getResponseHeaders().add("Idempotency-Replayed", "true");
      Replies.send(exchange, 201, "{}");
    };
  }
}
