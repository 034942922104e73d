package dev.orderchain.drills.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RedisConnectionTest {

  @Test
  void readsEachKindOfAnswer() throws Exception {
    String answers = "+OK\r\n:7\r\n$3\r\n☕\r\n$-1\r\n*2\r\n$1\r\na\r\n*1\r\n:1\r\n-ERR no\r\n";
    String asked = "*2\r\n$3\r\nGET\r\n$3\r\n☕\r\n";
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RedisConnection redis = new RedisConnection("127.0.0.1:" + server.getLocalPort())) {
      CompletableFuture<String> first =
          CompletableFuture.supplyAsync(() -> answer(server, answers, asked));
      assertEquals("OK", redis.call("GET", "☕"));
      assertEquals(asked, first.get());
      assertEquals("7", redis.call("X"));
      assertEquals("☕", redis.call("X"));
      assertNull(redis.call("X"));
      assertEquals(List.of("a", List.of("1")), redis.call("X"));
      assertThrows(IOException.class, () -> redis.call("X"));
    }
  }

  @Test
  void aClosedConnectionIsNoAnswer() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RedisConnection redis = new RedisConnection("127.0.0.1:" + server.getLocalPort())) {
      server.accept().close();
      assertThrows(EOFException.class, () -> redis.call("PING"));
    }
  }

  /** Takes one connection, reads what is asked first, and sends everything. */
  private static String answer(ServerSocket server, String answers, String asked) {
    try {
      Socket socket = server.accept();
      byte[] first = socket.getInputStream().readNBytes(bytes(asked).length);
      socket.getOutputStream().write(bytes(answers));
      return new String(first, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
