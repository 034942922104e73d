package dev.orderchain.order.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A provider that answers every call as it is told, and counts what it received and what it did.
 */
final class FakeProvider implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger received = new AtomicInteger();
  private volatile Behaviour behaviour = lost();

  /** What it does to a call. */
  interface Behaviour {
    void answer(HttpExchange call) throws IOException, InterruptedException;
  }

  FakeProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(executor);
    server.createContext("/", this::answer);
    server.start();
  }

  private void answer(HttpExchange call) throws IOException {
    call.getRequestBody().readAllBytes();
    received.incrementAndGet();
    try (call) {
      behaviour.answer(call);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  int received() {
    return received.get();
  }

  void behave(Behaviour behaviour) {
    this.behaviour = behaviour;
  }

  /** A client of its own for what is at this address, without breaker and bulkhead. */
  static PaymentProvider client(Vertx vertx, URI url, int connections) {
    return new PaymentProvider(
        new Exchange(vertx, new Settings(url, connections)), new SimpleMeterRegistry());
  }

  static Behaviour answering(int status, String json) {
    return call -> {
      byte[] body = json.getBytes(StandardCharsets.UTF_8);
      call.sendResponseHeaders(status, body.length);
      call.getResponseBody().write(body);
    };
  }

  /** Reads the call and closes the connection without a byte. */
  static Behaviour lost() {
    return call -> {};
  }

  static Behaviour after(Duration delay, Behaviour then) {
    return call -> {
      Thread.sleep(delay);
      then.answer(call);
    };
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }

  private record Settings(URI url, int mostAtOnce) implements Exchange.Settings {}
}
