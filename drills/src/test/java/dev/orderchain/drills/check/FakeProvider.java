package dev.orderchain.drills.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The provider's ledger in a list, to plant defects in; asked as the real one is. */
public final class FakeProvider implements AutoCloseable {
  private static final Pattern QUERY = Pattern.compile("limit=(\\d+)&after=(\\d+)");

  public final List<Entry> entries = new ArrayList<>();
  private final HttpServer server;

  public record Entry(String key, String state, long capturedCents, long refundedCents) {}

  public FakeProvider() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/ledger", this::answer);
    server.start();
  }

  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  public URI uri() {
    return URI.create("http://" + address());
  }

  private void answer(HttpExchange exchange) throws IOException {
    Matcher query = QUERY.matcher(exchange.getRequestURI().getQuery());
    if (!query.matches()) throw new IOException("asked for " + exchange.getRequestURI());
    int limit = Integer.parseInt(query.group(1));
    int after = Integer.parseInt(query.group(2));
    int end = Math.min(entries.size(), after + limit);
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("payments", IntStream.range(after, end).mapToObj(i -> view(i + 1)).toList());
    if (end - after == limit) page.put("next", end);
    byte[] body = new ObjectMapper().writeValueAsBytes(page);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Map<String, Object> view(int id) {
    Entry entry = entries.get(id - 1);
    return Map.of(
        "id", id,
        "paymentKey", entry.key(),
        "state", entry.state(),
        "currency", "EUR",
        "capturedCents", entry.capturedCents(),
        "refundedCents", entry.refundedCents());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
