package dev.orderchain.drills.rig;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A Redis, asked as a person would ask it. */
public final class Redis {
  private static final int PATIENCE_MILLIS = 5_000;

  private Redis() {}

  /**
   * One command on a connection of its own, and its answer, which is a string.
   *
   * @param address {@code host:port}
   */
  public static String ask(String address, String command) throws IOException {
    int colon = address.lastIndexOf(':');
    int port = Integer.parseInt(address.substring(colon + 1));
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(new InetSocketAddress(address.substring(0, colon), port), PATIENCE_MILLIS);
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String first = line(in);
      return switch (first.charAt(0)) {
        case '+' -> first.substring(1);
        case '$' -> {
          int length = Integer.parseInt(first.substring(1));
          yield new String(in.readNBytes(length), StandardCharsets.UTF_8);
        }
        default -> throw new IOException(command + ": " + first);
      };
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\r'; c = in.read()) {
      if (c < 0) throw new IOException("Redis closed the connection");
      line.append((char) c);
    }
    in.read(); // its line feed
    return line.toString();
  }
}
