package dev.orderchain.testbed.link;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LinkTest {
  private static final int NOTHING_WITHIN_MILLIS = 200;
  private static final int SOON_MILLIS = 10_000;

  private ServerSocket server;
  private Link link;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    server.setSoTimeout(SOON_MILLIS);
    link = Link.to("test", "127.0.0.1:" + server.getLocalPort());
  }

  @AfterEach
  void close() throws IOException {
    link.close();
    server.close();
  }

  @Test
  void passesBytesBothWaysUntouched() throws Exception {
    byte[] sent = new byte[3_000_000];
    new Random(1).nextBytes(sent);
    try (Pair pair = connect()) {
      Executor threads = Thread::startVirtualThread;
      CompletableFuture<Void> echo = CompletableFuture.runAsync(pair::echo, threads);
      CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> pair.send(sent), threads);

      assertArrayEquals(sent, pair.client.getInputStream().readAllBytes());
      sending.get();
      echo.get();
    }
    assertEquals(0, link.droppedBytes());
    assertEquals(0, link.cutConnections());
    await().until(() -> link.openConnections() == 0);
  }

  @Test
  void passesTheEndOfOneDirectionAndKeepsTheOther() throws Exception {
    try (Pair pair = connect()) {
      pair.client.shutdownOutput();

      assertEquals(-1, pair.accepted.getInputStream().read());
      pair.accepted.getOutputStream().write(7);
      assertEquals(7, pair.client.getInputStream().read());
    }
  }

  @Test
  void passesAResetOn() throws Exception {
    try (Pair pair = connect()) {
      pair.client.setSoLinger(true, 0);
      pair.client.close();

      assertReset(pair.accepted);
    }
    assertEquals(0, link.cutConnections());
  }

  @Test
  void closesTheClientsConnectionWhileTheServerIsAway() throws Exception {
    server.close();
    try (Socket client = new Socket("127.0.0.1", link.port())) {
      client.setSoTimeout(SOON_MILLIS);

      assertReset(client);
    }
    assertEquals(0, link.cutConnections());
  }

  @Test
  void cutResetsBothSidesAndTakesNewConnections() throws Exception {
    try (Pair one = connect();
        Pair two = connect()) {
      assertEquals(2, link.openConnections());

      link.cut();

      for (Socket socket : new Socket[] {one.client, one.accepted, two.client, two.accepted}) {
        assertReset(socket);
      }
      assertEquals(2, link.cutConnections());
      assertEquals(0, link.openConnections());
    }
    assertPasses();
  }

  @Test
  void refuseResetsWhatIsOpenAndWhatComesUntilHealed() throws Exception {
    try (Pair pair = connect()) {
      link.refuse();

      assertReset(pair.client);
      assertReset(pair.accepted);
    }
    try (Socket client = new Socket("127.0.0.1", link.port())) {
      client.setSoTimeout(SOON_MILLIS);
      assertReset(client);
    }
    assertEquals(2, link.cutConnections());

    link.heal();
    assertPasses();
  }

  @Test
  void dropLosesBytesAndEndsOfBothSidesAndTellsNobody() throws Exception {
    try (Pair pair = connect()) {
      link.drop();

      pair.client.getOutputStream().write(new byte[1_000]);
      pair.accepted.getOutputStream().write(new byte[500]);

      assertSilent(pair.client);
      assertSilent(pair.accepted);
      await().until(() -> link.droppedBytes() == 1_500);

      pair.client.close();
      assertSilent(pair.accepted);
      assertEquals(1, link.openConnections());
    }
    assertEquals(0, link.cutConnections());
  }

  @Test
  void dropTellsTheClientNothingOfAServersReset() throws Exception {
    try (Pair pair = connect()) {
      link.drop();

      pair.accepted.setSoLinger(true, 0);
      pair.accepted.close();

      assertSilent(pair.client);
      pair.client.getOutputStream().write(1);
      assertSilent(pair.client);
    }
  }

  @Test
  void newConnectionsDuringADropAreTakenAndGetNothing() throws Exception {
    link.drop();
    try (Socket client = new Socket("127.0.0.1", link.port())) {
      client.getOutputStream().write(new byte[100]);

      assertSilent(client);
      await().until(() -> link.droppedBytes() == 100);
    }
    server.setSoTimeout(NOTHING_WITHIN_MILLIS);
    assertThrows(SocketTimeoutException.class, server::accept);
  }

  @Test
  void whatWasOpenDuringADropStaysSilentUntilCutAndNewConnectionsPass() throws Exception {
    try (Pair pair = connect()) {
      link.drop();
      link.heal();

      pair.client.getOutputStream().write(1);
      assertSilent(pair.accepted);
      assertPasses();

      link.cut();
      assertReset(pair.client);
      assertReset(pair.accepted);
    }
  }

  @Test
  void dropAnswersPassesWhatTheClientSendsAndNothingBack() throws Exception {
    try (Pair pair = connect()) {
      link.dropAnswers();
      pair.client.getOutputStream().write(1);
      assertEquals(1, pair.accepted.getInputStream().read());

      pair.accepted.getOutputStream().write(new byte[500]);
      pair.accepted.close();

      assertSilent(pair.client);
      assertEquals(500, link.droppedBytes());
    }
    assertEquals(0, link.cutConnections());
    await().until(() -> link.openConnections() == 0);
  }

  @Test
  void dropAnswersPassesTheClientsEnd() throws Exception {
    try (Pair pair = connect()) {
      link.dropAnswers();

      pair.client.close();

      assertEquals(-1, pair.accepted.getInputStream().read());
    }
    await().until(() -> link.openConnections() == 0);
  }

  @Test
  void dropAnswersTellsTheClientNothingOfAServersReset() throws Exception {
    try (Pair pair = connect()) {
      link.dropAnswers();

      pair.accepted.setSoLinger(true, 0);
      pair.accepted.close();

      for (int i = 0; i < 3; i++) {
        assertSilent(pair.client);
        pair.client.getOutputStream().write(1);
      }
    }
    await().until(() -> link.openConnections() == 0);
  }

  @Test
  void answersOfConnectionsThatCameDuringTheDropStayLostAndNewConnectionsPass() throws Exception {
    link.dropAnswers();
    try (Pair pair = connect()) {
      link.heal();

      pair.client.getOutputStream().write(1);
      assertEquals(1, pair.accepted.getInputStream().read());
      pair.accepted.getOutputStream().write(2);
      assertSilent(pair.client);
      assertPasses();
    }
  }

  private void assertPasses() throws IOException {
    try (Pair pair = connect()) {
      pair.client.getOutputStream().write(42);
      assertEquals(42, pair.accepted.getInputStream().read());
      pair.accepted.getOutputStream().write(43);
      assertEquals(43, pair.client.getInputStream().read());
    }
  }

  private static void assertReset(Socket socket) {
    SocketException reset =
        assertThrows(SocketException.class, () -> socket.getInputStream().read());
    assertTrue(reset.getMessage().contains("reset"), reset.getMessage());
  }

  /** Neither a byte nor an end. */
  private static void assertSilent(Socket socket) throws IOException {
    socket.setSoTimeout(NOTHING_WITHIN_MILLIS);
    assertThrows(SocketTimeoutException.class, () -> socket.getInputStream().read());
  }

  private Pair connect() throws IOException {
    Socket client = new Socket("127.0.0.1", link.port());
    Socket accepted = server.accept();
    client.setSoTimeout(SOON_MILLIS);
    accepted.setSoTimeout(SOON_MILLIS);
    return new Pair(client, accepted);
  }

  /** A client's end of a connection through the link and the server's. */
  private record Pair(Socket client, Socket accepted) implements AutoCloseable {
    void echo() {
      try {
        accepted.getInputStream().transferTo(accepted.getOutputStream());
        accepted.shutdownOutput();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    void send(byte[] bytes) {
      try {
        client.getOutputStream().write(bytes);
        client.shutdownOutput();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public void close() throws IOException {
      client.close();
      accepted.close();
    }
  }
}
