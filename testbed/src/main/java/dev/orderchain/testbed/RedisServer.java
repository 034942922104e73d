package dev.orderchain.testbed;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A Redis server. Keeps nothing across its own death: in this chain Redis decides nothing. */
public final class RedisServer extends Part {
  private static final int PROBE_MILLIS = 2_000;

  private final Checkout checkout;

  RedisServer(Home home, Checkout checkout, String name) {
    super(home, name);
    this.checkout = checkout;
  }

  @Override
  void probe() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port()), PROBE_MILLIS);
      socket.setSoTimeout(PROBE_MILLIS);
      socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes(5);
      String text = new String(answer, StandardCharsets.US_ASCII);
      if (!text.equals("+PONG")) {
        throw new IOException("answers PING with " + text);
      }
    }
  }

  @Override
  List<String> command() {
    return List.of(
        Packages.program(checkout, "redis-server"),
        "--bind",
        "127.0.0.1",
        "--port",
        Integer.toString(port()),
        "--save",
        "",
        "--appendonly",
        "no",
        "--maxmemory",
        "64mb",
        "--maxmemory-policy",
        "allkeys-lru");
  }
}
