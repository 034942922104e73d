package dev.orderchain.drills.traffic;

import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.History;
import dev.orderchain.drills.history.Request;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Places orders over HTTP, one at a time. The connection is a plain socket, so that nothing below
 * asks a second time on its own. Not thread-safe.
 */
public final class Shopper implements Crowd.Member {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);
  private static final Duration FIRST_WAIT = Duration.ofMillis(20);
  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  private final String address;
  private final String authorization;
  private final History history;
  private HttpConnection http;

  /** Asks order-service at {@code host:port}; the token says for which tenant. */
  public Shopper(String address, String token, History history) {
    this.address = address;
    this.authorization = "Authorization: Bearer " + token + "\r\n";
    this.history = history;
  }

  /** Asks once; what came of it is in the history. */
  public Answer ask(Request request) {
    Instant asked = Instant.now();
    Answer answer = exchange(request);
    history.add(new Attempt(request, asked, Instant.now(), answer));
    return answer;
  }

  /** Asks with the same key until the outcome is known, or patience runs out. */
  public Answer insist(Request request, Duration patience) {
    Instant end = Instant.now().plus(patience);
    Duration wait = FIRST_WAIT;
    Answer answer = ask(request);
    while (isOpen(answer) && Instant.now().isBefore(end)) {
      LockSupport.parkNanos(wait.toNanos());
      wait = wait.compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
      answer = ask(request);
    }
    return answer;
  }

  /** Whether asking again with the same key makes sense. */
  private static boolean isOpen(Answer answer) {
    return switch (answer) {
      case Answer.Placed placed -> false;
      case Answer.Conflict conflict -> false;
      case Answer.Refused refused -> refused.status() >= 500;
      case Answer.Unknown unknown -> true;
    };
  }

  private Answer exchange(Request request) {
    try {
      if (http == null) {
        http = new HttpConnection(address, ANSWER_WITHIN);
      }
    } catch (IOException e) {
      return new Answer.Refused(503, "no-connection");
    }
    try {
      return answer(
          http.post(
              "/orders",
              authorization + "Idempotency-Key: " + request.key() + "\r\n",
              body(request)));
    } catch (SocketTimeoutException e) {
      close();
      return new Answer.Unknown("no-answer");
    } catch (IOException e) {
      close();
      return new Answer.Unknown("connection-broken");
    }
  }

  private static String body(Request request) {
    String payment =
        request.card() == null ? "" : ",\"payment\":{\"token\":\"" + request.card() + "\"}";
    return "{\"sku\":\"" + request.sku() + "\",\"quantity\":" + request.quantity() + payment + "}";
  }

  private static Answer answer(HttpConnection.Response response) {
    String type = Problem.type(response.body());
    return switch (response.status()) {
      case 201 ->
          new Answer.Placed(
              response.location().substring(response.location().lastIndexOf('/') + 1),
              response.replayed());
      case 422 -> new Answer.Conflict();
      default ->
          Problem.saysNothingWasWritten(response.status(), type)
              ? new Answer.Refused(response.status(), type)
              : new Answer.Unknown(response.status() + "/" + type);
    };
  }

  @Override
  public void close() {
    HttpConnection.closeQuietly(http);
    http = null;
  }
}
