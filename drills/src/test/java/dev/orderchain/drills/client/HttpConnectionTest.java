package dev.orderchain.drills.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  @Test
  void readsAnswerAfterAnswerOnOneConnection() throws Exception {
    answer(
        "HTTP/1.1 201 Created\r\nLocation: http://x/orders/7\r\ncontent-length: 2\r\n\r\n{}",
        "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nETag: \"7\"\r\nCache-Status: prices; hit\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n",
        "HTTP/1.1 422 Unprocessable Entity\r\nIdempotency-Replayed: true\r\nContent-Length: 4\r\n\r\n☕!");
    try (HttpConnection http = connect()) {
      HttpConnection.Response created = http.post("/orders", "", "{}");
      assertEquals(
          new HttpConnection.Response(201, "http://x/orders/7", false, null, null, "{}"), created);
      assertEquals(new HttpConnection.Response(204, null, false, null, null, ""), http.get("/"));
      assertEquals(
          new HttpConnection.Response(200, null, false, "\"7\"", "prices; hit", "abcde"),
          http.get("/"));
      assertEquals(new HttpConnection.Response(422, null, true, null, null, "☕!"), http.get("/"));
    }
  }

  @Test
  void aClosedConnectionIsNoAnswer() throws Exception {
    answer("HTTP/1.1 200");
    try (HttpConnection http = connect()) {
      assertThrows(EOFException.class, () -> http.get("/"));
    }
  }

  private HttpConnection connect() throws IOException {
    return new HttpConnection("127.0.0.1:" + server.getLocalPort());
  }

  /** Each answer goes out when the blank line of another request has come in. */
  private void answer(String... answers) {
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket client = server.accept()) {
                for (String answer : answers) {
                  awaitBlankLine(client.getInputStream());
                  client.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
                }
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  private static void awaitBlankLine(InputStream in) throws IOException {
    for (int blank = 0, c = in.read(); c >= 0; c = in.read()) {
      blank = c == '\n' ? blank + 1 : c == '\r' ? blank : 0;
      if (blank == 2) return;
    }
  }
}
