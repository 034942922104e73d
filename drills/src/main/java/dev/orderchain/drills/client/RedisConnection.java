package dev.orderchain.drills.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One connection to Redis that sends a command, and waits for its answer. */
public final class RedisConnection implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Socket socket = new Socket();
  private final InputStream in;

  /** Connects to {@code host:port}. */
  public RedisConnection(String address) throws IOException {
    int millis = (int) PATIENCE.toMillis();
    int colon = address.lastIndexOf(':');
    int port = Integer.parseInt(address.substring(colon + 1));
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(millis);
    socket.connect(new InetSocketAddress(address.substring(0, colon), port), millis);
    in = new BufferedInputStream(socket.getInputStream(), 4096);
  }

  /**
   * One command on a connection of its own, and its answer, which is a string.
   *
   * @param address {@code host:port}
   */
  public static String ask(String address, String... words) throws IOException {
    try (RedisConnection redis = new RedisConnection(address)) {
      return (String) redis.call(words);
    }
  }

  /** Which Redis it is that answers there. */
  public static String version(String address) throws IOException {
    return ask(address, "INFO", "server")
        .lines()
        .filter(line -> line.startsWith("redis_version:"))
        .map(line -> line.substring(line.indexOf(':') + 1))
        .findFirst()
        .orElseThrow();
  }

  /** The answer: null, a string, a number as a string, or a list of such; throws on an error. */
  public Object call(String... words) throws IOException {
    ByteArrayOutputStream command = new ByteArrayOutputStream(256);
    command.writeBytes(ascii("*" + words.length + "\r\n"));
    for (String word : words) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      command.writeBytes(ascii("$" + bytes.length + "\r\n"));
      command.writeBytes(bytes);
      command.writeBytes(ascii("\r\n"));
    }
    socket.getOutputStream().write(command.toByteArray());
    return answer();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private Object answer() throws IOException {
    String line = line();
    String rest = line.substring(1);
    return switch (line.charAt(0)) {
      case '+', ':' -> rest;
      case '$' -> text(Integer.parseInt(rest));
      case '*' -> list(Integer.parseInt(rest));
      default -> throw new IOException("Redis answered " + line);
    };
  }

  private String text(int length) throws IOException {
    if (length < 0) return null;
    String text = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    line();
    return text;
  }

  private List<Object> list(int length) throws IOException {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < length; i++) all.add(answer());
    return all;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder(32);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) throw new EOFException("Redis closed the connection");
      if (c != '\r') line.append((char) c);
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
