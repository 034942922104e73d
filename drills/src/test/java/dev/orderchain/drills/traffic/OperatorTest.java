package dev.orderchain.drills.traffic;

import static dev.orderchain.drills.traffic.Replies.problem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.sun.net.httpserver.HttpExchange;
import dev.orderchain.drills.history.PriceHistory;
import dev.orderchain.drills.history.PriceRead.Failed;
import dev.orderchain.drills.history.PriceRead.Price;
import dev.orderchain.drills.history.PriceWrite;
import dev.orderchain.drills.history.PriceWrite.Changed;
import dev.orderchain.drills.history.PriceWrite.Outcome;
import dev.orderchain.drills.history.PriceWrite.Refused;
import dev.orderchain.drills.history.PriceWrite.Unknown;
import dev.orderchain.drills.traffic.Replies.Reply;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Those who read and change a price, against a service that answers what it was told to. */
class OperatorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final PriceHistory history = new PriceHistory();
  private Replies replies;
  private Operator operator;
  private PriceReader reader;

  @BeforeEach
  void open() throws IOException {
    replies = new Replies("/products/SKU-1", "If-Match");
    operator = new Operator(replies.address(), "token", "SKU-1", history);
    reader = new PriceReader(replies.address(), "SKU-1", history);
  }

  @AfterEach
  void close() {
    operator.close();
    reader.close();
    replies.close();
  }

  @Test
  void aReadIsWhatItSays() {
    replies.then(price(7)).then(problem(503, "unavailable")).then(HttpExchange::close);
    assertEquals(new Price(7, 1007, "prices; hit"), reader.read().outcome());
    assertEquals(new Failed("503"), reader.read().outcome());
    assertEquals(new Failed("EOFException"), reader.read().outcome());
    assertEquals(3, history.reads().size());
  }

  @Test
  void aChangeIsOfTheVersionThatWasRead() {
    replies.then(price(7)).then(changed(8, true, false)).then(changed(9, false, false));
    assertEquals(new Changed(8, 1008, true, false), changeTo(1008));
    assertEquals(new Changed(9, 1009, false, false), changeTo(1009));
    assertEquals(Arrays.asList(null, "\"7\"", "\"8\""), replies.keys());
    assertEquals("{\"priceCents\":1009}", replies.bodies().getLast());
  }

  @Test
  void whereAnotherOneWasFirstItIsAChangeOfItsVersion() {
    replies.then(price(7)).then(stale(9)).then(changed(10, true, false));
    assertEquals(new Changed(10, 1010, true, false), changeTo(1010));
    assertEquals(Arrays.asList(null, "\"7\"", "\"9\""), replies.keys());
    assertEquals(new Refused(412, "stale-version"), history.writes().getFirst().outcome());
  }

  @Test
  void withoutAnAnswerItIsTheSameChangeThatIsAskedForAgain() {
    replies
        .then(price(7))
        .then(HttpExchange::close)
        .then(problem(503, "outcome-unknown"))
        .then(problem(503, "unavailable"))
        .then(changed(8, true, true));
    assertEquals(new Changed(8, 1008, true, true), changeTo(1008));
    assertEquals(Arrays.asList(null, "\"7\"", "\"7\"", "\"7\"", "\"7\""), replies.keys());
    assertEquals(
        List.of(
            new Unknown("connection-broken"),
            new Unknown("503/outcome-unknown"),
            new Refused(503, "unavailable"),
            new Changed(8, 1008, true, true)),
        history.writes().stream().map(PriceWrite::outcome).toList());
    assertEquals(2, history.unknown());
  }

  @Test
  void whatIsNotAllowedIsNotAskedForAgain() {
    replies.then(price(7)).then(problem(403, "forbidden"));
    assertEquals(new Refused(403, "forbidden"), changeTo(1008));
  }

  @Test
  void withoutAVersionNothingIsAskedFor() {
    replies.close();
    assertNull(operator.change(1008, Duration.ZERO));
    assertEquals(List.of(), history.writes());
  }

  private Outcome changeTo(long cents) {
    return operator.change(cents, PATIENCE).outcome();
  }

  private static Reply price(int version) {
    return exchange -> {
      exchange.getResponseHeaders().add("ETag", "\"" + version + "\"");
      exchange.getResponseHeaders().add("Cache-Status", "prices; hit");
      Replies.send(exchange, 200, product(version, ""));
    };
  }

  private static Reply changed(int version, boolean invalidated, boolean replayed) {
    return exchange -> {
      exchange.getResponseHeaders().add("ETag", "\"" + version + "\"");
      if (replayed) exchange.getResponseHeaders().add("Idempotency-Replayed", "true");
      Replies.send(exchange, 200, product(version, ",\"invalidated\":" + invalidated));
    };
  }

  private static Reply stale(int current) {
    return exchange -> {
      exchange.getResponseHeaders().add("ETag", "\"" + current + "\"");
      Replies.sendProblem(exchange, 412, "stale-version");
    };
  }

  private static String product(int version, String more) {
    return "{\"sku\":\"SKU-1\",\"name\":\"x\",\"priceCents\":%d,\"currency\":\"EUR\",\"version\":%d%s}"
        .formatted(1000 + version, version, more);
  }
}
