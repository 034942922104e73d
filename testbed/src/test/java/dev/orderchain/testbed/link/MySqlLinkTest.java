package dev.orderchain.testbed.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for a commit and for its answer; the peers speak as far as the link listens. */
class MySqlLinkTest {
  private static final int SOON_MILLIS = 10_000;
  private static final byte COM_QUERY = 0x03;
  private static final byte COM_STMT_PREPARE = 0x16;
  private static final byte COM_STMT_CLOSE = 0x19;
  private static final byte[] OK = packet(1, bytes(0, 0, 0, 2, 0, 0, 0));
  private static final byte[] COMMIT = query("commit");
  private static final byte[] INSERT = query("INSERT INTO t VALUES (1)");

  private ServerSocket listener;
  private MySqlLink link;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException {
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    listener.setSoTimeout(SOON_MILLIS);
    link = MySqlLink.to("test", "127.0.0.1:" + listener.getLocalPort());
    client = new Socket("127.0.0.1", link.port());
    client.setTcpNoDelay(true);
    client.setSoTimeout(SOON_MILLIS);
    server = listener.accept();
    server.setTcpNoDelay(true);
    server.setSoTimeout(SOON_MILLIS);
  }

  @AfterEach
  void close() throws IOException {
    link.close();
    client.close();
    server.close();
    listener.close();
  }

  @Test
  void losesTheAnswerOfACommitThatTheServerHasGot() throws Exception {
    link.loseNextCommitAnswer();

    send(client, COMMIT);
    assertReceives(server, COMMIT);
    assertEquals(0, link.lost());
    send(server, OK);

    assertReset(client);
    assertReset(server);
    assertEquals(1, link.lost());
  }

  @Test
  void losesOneOnly() throws Exception {
    link.loseNextCommitRequest();
    send(client, COMMIT);
    assertReset(client);

    try (Socket next = new Socket("127.0.0.1", link.port());
        Socket accepted = listener.accept()) {
      send(next, COMMIT);
      assertReceives(accepted, COMMIT);
      send(accepted, OK);
      assertReceives(next, OK);
    }
    assertEquals(1, link.lost());
  }

  @ParameterizedTest
  @ValueSource(strings = {"commit", "COMMIT"})
  void losesACommitBeforeTheServerHasGotTheWholeOfIt(String statement) throws Exception {
    link.loseNextCommitRequest();

    send(client, query(statement));

    assertReset(client);
    assertReset(server);
    assertEquals(1, link.lost());
  }

  @Test
  void knowsACommitWithoutQueryAttributes() throws Exception {
    link.loseNextCommitRequest();

    send(client, packet(0, join(bytes(COM_QUERY), text("commit"))));

    assertReset(client);
    assertEquals(1, link.lost());
  }

  @Test
  void knowsACommitThatComesByteByByte() throws Exception {
    link.loseNextCommitAnswer();

    for (byte one : COMMIT) {
      send(client, new byte[] {one});
      // It has come through alone before the next one is sent.
      assertReceives(server, new byte[] {one});
    }
    send(server, OK);

    assertReset(client);
    assertEquals(1, link.lost());
  }

  @Test
  void ofACommitThatComesByteByByteTheServerNeverGetsTheLastOne() throws Exception {
    link.loseNextCommitRequest();

    for (int i = 0; i < COMMIT.length - 1; i++) {
      send(client, new byte[] {COMMIT[i]});
      assertReceives(server, new byte[] {COMMIT[i]});
    }
    assertEquals(0, link.lost());
    send(client, new byte[] {COMMIT[COMMIT.length - 1]});

    assertReset(server);
    assertEquals(1, link.lost());
  }

  @Test
  void ofAnAnswerThatComesByteByByteTheClientNeverGetsTheLastOne() throws Exception {
    link.loseNextCommitAnswer();
    send(client, COMMIT);

    for (int i = 0; i < OK.length - 1; i++) {
      send(server, new byte[] {OK[i]});
      assertReceives(client, new byte[] {OK[i]});
    }
    assertEquals(0, link.lost());
    send(server, new byte[] {OK[OK.length - 1]});

    assertReset(client);
    assertEquals(1, link.lost());
  }

  @Test
  void gluedToThePacketBeforeItIsStillItsOwnAnswerThatIsLost() throws Exception {
    link.loseNextCommitAnswer();

    send(client, join(INSERT, COMMIT));
    assertReceives(server, join(INSERT, COMMIT));
    send(server, OK);
    assertReceives(client, OK);
    assertEquals(0, link.lost());
    send(server, OK);

    assertReset(client);
    assertEquals(1, link.lost());
  }

  @Test
  void gluedToThePacketAfterItIsStillItsOwnAnswerThatIsLost() throws Exception {
    link.loseNextCommitAnswer();

    send(client, join(COMMIT, INSERT));
    assertReceives(server, join(COMMIT, INSERT));
    send(server, join(OK, OK));

    assertReset(client);
    assertEquals(1, link.lost());
  }

  @Test
  void gluedAnswersAreTakenApart() throws Exception {
    link.loseNextCommitAnswer();

    send(client, join(INSERT, COMMIT));
    assertReceives(server, join(INSERT, COMMIT));
    send(server, join(OK, OK));

    assertReceives(client, OK);
    assertReset(client);
    assertEquals(1, link.lost());
  }

  @Test
  void aCommandWithoutAnAnswerIsNotCounted() throws Exception {
    link.loseNextCommitAnswer();

    send(client, join(packet(0, bytes(COM_STMT_CLOSE, 1, 0, 0, 0)), COMMIT));
    server.getInputStream().readNBytes(COMMIT.length + 9);
    send(server, OK);

    assertReset(client);
    assertEquals(1, link.lost());
  }

  @Test
  void packetsOfALongAnswerAreOneAnswer() throws Exception {
    link.loseNextCommitAnswer();
    ByteArrayOutputStream rows = new ByteArrayOutputStream();
    for (int i = 1; i <= 600; i++) {
      rows.writeBytes(packet(i & 0xFF, text("row " + i)));
    }

    send(client, query("SELECT * FROM t"));
    assertReceives(server, query("SELECT * FROM t"));
    send(server, rows.toByteArray());
    assertReceives(client, rows.toByteArray());
    send(client, COMMIT);
    assertReceives(server, COMMIT);
    assertEquals(0, link.lost());
    send(server, OK);

    assertReset(client);
    assertEquals(1, link.lost());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET autocommit=0",
        "SET autocommit=1",
        "INSERT INTO t VALUES ('commit')",
        "commit work",
        "/* commit */ SELECT 1",
        "commi",
        "commits",
        "rollback"
      })
  void isNoCommit(String statement) throws Exception {
    assertPasses(query(statement));
  }

  @Test
  void aPreparedCommitIsNoCommitYet() throws Exception {
    assertPasses(packet(0, join(bytes(COM_STMT_PREPARE), text("commit"))));
  }

  @Test
  void onlySequenceIdZeroStartsACommand() throws Exception {
    assertPasses(packet(1, join(bytes(COM_QUERY), text("commit"))));
  }

  @Test
  void theSecondPacketOfALargeStatementIsNoCommand() throws Exception {
    byte[] first = packet(0, join(bytes(COM_QUERY), new byte[0xFF_FFFF - 1]));
    byte[] second = packet(1, join(bytes(COM_QUERY), text("commit")));
    Thread sending = Thread.startVirtualThread(() -> sendQuietly(join(first, second)));
    link.loseNextCommitRequest();

    assertReceives(server, join(first, second));
    sending.join();
    send(server, OK);

    assertReceives(client, OK);
    assertEquals(0, link.lost());
  }

  @Test
  void afterTheLossTheServerCanStayOutOfReachUntilHealed() throws Exception {
    link.refuseAfterLoss();
    link.loseNextCommitAnswer();
    send(client, COMMIT);
    assertReceives(server, COMMIT);
    send(server, OK);
    assertReset(client);

    try (Socket next = new Socket("127.0.0.1", link.port())) {
      next.setSoTimeout(SOON_MILLIS);
      assertReset(next);
    }
    link.heal();
    try (Socket next = new Socket("127.0.0.1", link.port());
        Socket accepted = listener.accept()) {
      send(accepted, OK);
      assertReceives(next, OK);
    }
  }

  /** With a loss asked for, both ways. */
  private void assertPasses(byte[] packet) throws IOException {
    link.loseNextCommitRequest();
    send(client, packet);
    assertReceives(server, packet);
    send(server, OK);
    assertReceives(client, OK);
    link.loseNextCommitAnswer();
    send(client, packet);
    assertReceives(server, packet);
    send(server, OK);
    assertReceives(client, OK);
    assertEquals(0, link.lost());
  }

  private static void assertReceives(Socket socket, byte[] expected) throws IOException {
    assertArrayEquals(expected, socket.getInputStream().readNBytes(expected.length));
  }

  private static void assertReset(Socket socket) {
    assertThrows(SocketException.class, () -> socket.getInputStream().read());
  }

  private void sendQuietly(byte[] bytes) {
    try {
      send(client, bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void send(Socket socket, byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** As Connector/J sends it: no query attributes, in one set. */
  private static byte[] query(String statement) {
    return packet(0, join(bytes(COM_QUERY, 0, 1), text(statement)));
  }

  private static byte[] packet(int sequence, byte[] body) {
    byte[] header = bytes(body.length, body.length >> 8, body.length >> 16, sequence);
    return join(header, body);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
