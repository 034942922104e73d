package dev.orderchain.drills.client;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

/**
 * One kept-alive HTTP/1.1 connection that does as little as possible: client and service share the
 * machine, so what the client burns is missing from what it measures.
 */
public final class HttpConnection implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Socket socket = new Socket();
  private final OutputStream out;
  private final InputStream in;
  private final String host;

  /** Connects to {@code host:port}. */
  public HttpConnection(String address) throws IOException {
    this(address, PATIENCE);
  }

  /** Connects, and waits no longer for anything than that. */
  public HttpConnection(String address, Duration patience) throws IOException {
    int millis = (int) patience.toMillis();
    host = address;
    int colon = address.lastIndexOf(':');
    int port = Integer.parseInt(address.substring(colon + 1));
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(millis);
    socket.connect(new InetSocketAddress(address.substring(0, colon), port), millis);
    out = socket.getOutputStream();
    in = new BufferedInputStream(socket.getInputStream(), 4096);
  }

  /**
   * @param location null where there is none
   * @param replayed whether the answer calls itself a replay
   * @param etag null where there is none
   * @param cacheStatus null where there is none
   */
  public record Response(
      int status,
      String location,
      boolean replayed,
      String etag,
      String cacheStatus,
      String body) {}

  /** Headers are whole lines, each with its CRLF. */
  public Response post(String path, String headers, String body) throws IOException {
    return exchange("POST", path, headers, body);
  }

  /** The same, to put. */
  public Response put(String path, String headers, String body) throws IOException {
    return exchange("PUT", path, headers, body);
  }

  private Response exchange(String method, String path, String headers, String body)
      throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: "
            + host
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + content.length
            + "\r\n"
            + headers
            + "\r\n";
    return exchange(head, content);
  }

  public Response get(String path) throws IOException {
    return get(path, "");
  }

  /** Headers are whole lines, each with its CRLF. */
  public Response get(String path, String headers) throws IOException {
    return exchange(
        "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n", new byte[0]);
  }

  private Response exchange(String head, byte[] content) throws IOException {
    byte[] first = head.getBytes(StandardCharsets.ISO_8859_1);
    byte[] request = new byte[first.length + content.length];
    System.arraycopy(first, 0, request, 0, first.length);
    System.arraycopy(content, 0, request, first.length, content.length);
    out.write(request);
    return read();
  }

  private Response read() throws IOException {
    String status = line();
    String location = null;
    boolean replayed = false;
    String etag = null;
    String cacheStatus = null;
    int length = 0;
    boolean chunked = false;
    for (String header = line(); !header.isEmpty(); header = line()) {
      int colon = header.indexOf(':');
      String value = header.substring(colon + 1).strip();
      switch (header.substring(0, colon).toLowerCase(Locale.ROOT)) {
        case "content-length" -> length = Integer.parseInt(value);
        case "transfer-encoding" -> chunked = value.equalsIgnoreCase("chunked");
        case "location" -> location = value;
        case "idempotency-replayed" -> replayed = value.equals("true");
        case "etag" -> etag = value;
        case "cache-status" -> cacheStatus = value;
        default -> {}
      }
    }
    byte[] body = chunked ? chunks() : in.readNBytes(length);
    return new Response(
        Integer.parseInt(status.substring(9, 12)),
        location,
        replayed,
        etag,
        cacheStatus,
        new String(body, StandardCharsets.UTF_8));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = chunkSize(); size > 0; size = chunkSize()) {
      body.write(in.readNBytes(size));
      line();
    }
    line();
    return body.toByteArray();
  }

  private int chunkSize() throws IOException {
    return Integer.parseInt(line().split(";")[0].strip(), 16);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder(80);
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) throw new EOFException("the service closed the connection");
      if (c != '\r') line.append((char) c);
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /**
   * Gives up a connection, whatever state it is in.
   *
   * @param http null when there is none
   */
  public static void closeQuietly(HttpConnection http) {
    try {
      if (http != null) http.close();
    } catch (IOException alreadyBroken) {
      // It is given up either way.
    }
  }
}
