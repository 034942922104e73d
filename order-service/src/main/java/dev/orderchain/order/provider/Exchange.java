package dev.orderchain.order.provider;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.orderchain.order.deadline.Budget;
import io.smallrye.config.ConfigMapping;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;

/**
 * One attempt over HTTP: a connection, a request, its whole answer, all within a time. Vert.x,
 * because it sends a request once and tells whether there was a connection to send it on; the JDK's
 * client repeats a GET whose answer is lost, unasked.
 */
@ApplicationScoped
class Exchange {
  /** A look-up with as many refunds as a payment may have is shorter. */
  static final int MOST_BYTES = 32 * 1024;

  private static final int CONNECT_WITHIN_MS = 1_000;

  private final HttpClient http;
  private final String url;

  Exchange(Vertx vertx, Settings settings) {
    // What breaks is told to whoever waits for it; without these Vert.x logs it as an error too.
    http =
        vertx
            .httpClientBuilder()
            .with(new HttpClientOptions().setConnectTimeout(CONNECT_WITHIN_MS))
            .with(new PoolOptions().setHttp1MaxSize(settings.mostAtOnce()))
            .withConnectHandler(connection -> connection.exceptionHandler(e -> {}))
            .build();
    url = settings.url().toString();
  }

  @PreDestroy
  void close() {
    http.close();
  }

  /**
   * Blocks the calling thread, which is a virtual one.
   *
   * @throws NoReply without an answer, or when the answer is that the provider is broken
   */
  @CircuitBreaker(failOn = NoReply.class)
  @Bulkhead
  Reply attempt(Request request, Duration within) throws NoReply {
    Budget budget = Budget.of(within);
    HttpClientRequest connected = connect(request, budget);
    Reply reply = send(connected, request.body(), budget);
    if (reply.status() >= 500) {
      throw new NoReply(true, "answered " + reply.status());
    }
    return reply;
  }

  private HttpClientRequest connect(Request request, Budget budget) throws NoReply {
    Future<HttpClientRequest> connected =
        http.request(
                new RequestOptions()
                    .setMethod(request.method())
                    .setAbsoluteURI(url + request.path())
                    .putHeader("Content-Type", "application/json"))
            .map(free -> free.exceptionHandler(e -> {}));
    try {
      HttpClientRequest free = await(connected, budget, false);
      // A connection may be free at once, and the time over all the same.
      if (!budget.left().isPositive()) throw new NoReply(false, "not in time");
      return free;
    } catch (NoReply e) {
      connected.onSuccess(HttpClientRequest::reset);
      throw e;
    }
  }

  private static Reply send(HttpClientRequest request, String body, Budget budget) throws NoReply {
    // Said before it is sent: the answer may be there before this thread goes on.
    Future<Reply> reply = request.response().compose(Exchange::whole);
    request.send(body);
    try {
      return await(reply, budget, true);
    } catch (NoReply e) {
      request.reset();
      throw e;
    }
  }

  private static Future<Reply> whole(HttpClientResponse response) {
    Buffer body = Buffer.buffer();
    response.handler(
        chunk -> {
          body.appendBuffer(chunk);
          if (body.length() > MOST_BYTES) {
            response.request().reset();
          }
        });
    return response.end().map(end -> new Reply(response.statusCode(), body.getBytes()));
  }

  private static <T> T await(Future<T> future, Budget budget, boolean sent) throws NoReply {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(budget.left().toNanos(), NANOSECONDS);
    } catch (ExecutionException e) {
      throw new NoReply(sent, e.getCause().toString());
    } catch (TimeoutException e) {
      throw new NoReply(sent, "not in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoReply(sent, "interrupted");
    }
  }

  /**
   * A call to the provider.
   *
   * @param body JSON, or nothing at all
   */
  record Request(HttpMethod method, String path, String body) {}

  /** A whole answer over HTTP, whatever it says. */
  record Reply(int status, byte[] body) {}

  /** Where the provider is, and how many calls to it there may be at a time. */
  @ConfigMapping(prefix = "order.provider")
  interface Settings {
    URI url();

    @Min(1)
    int mostAtOnce();
  }
}
