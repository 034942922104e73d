package dev.orderchain.drills.traffic;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A service that answers what it was told to, one request after the other. */
final class Replies implements AutoCloseable {
  private final Queue<Reply> script = new ArrayDeque<>();
  private final List<Asked> asked = new ArrayList<>();
  private final HttpServer server;

  interface Reply {
    void to(HttpExchange exchange) throws IOException;
  }

  /**
   * @param key of the header that says which request it is, or of which version
   */
  record Asked(String key, String body) {}

  /**
   * @param path that it is asked at
   * @param key the header to note
   */
  Replies(String path, String key) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        path,
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          asked.add(
              new Asked(
                  exchange.getRequestHeaders().getFirst(key),
                  new String(body, StandardCharsets.UTF_8)));
          script.remove().to(exchange);
        });
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  Replies then(Reply reply) {
    script.add(reply);
    return this;
  }

  List<String> keys() {
    return asked.stream().map(Asked::key).toList();
  }

  List<String> bodies() {
    return asked.stream().map(Asked::body).toList();
  }

  static Reply problem(int status, String type) {
    return exchange -> sendProblem(exchange, status, type);
  }

  static void sendProblem(HttpExchange exchange, int status, String type) throws IOException {
    send(exchange, status, "{\"type\":\"https://order-chain.example/problems/" + type + "\"}");
  }

  static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
