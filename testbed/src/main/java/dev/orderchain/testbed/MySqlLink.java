package dev.orderchain.testbed;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A TCP link to a MySQL server that can lose exactly one commit, or its answer. It reads the
 * client's side of the protocol packet by packet, however TCP cuts them, and takes for a commit
 * only a command packet (sequence id 0, COM_QUERY) whose whole statement is {@code commit}; with no
 * loss asked for, bytes pass as they are.
 *
 * <p>Needs connections without TLS and compression: {@code
 * sslMode=DISABLED&allowPublicKeyRetrieval=true}. Source: MySQL Internals, "Client/Server
 * Protocol", packets and COM_QUERY with query attributes.
 */
public final class MySqlLink implements AutoCloseable {
  private static final int COM_QUERY = 0x03;
  private static final int HEADER_BYTES = 4;
  private static final int CONNECT_MILLIS = 2_000;

  /** What to do with the next commit that passes. */
  private enum Loss {
    REQUEST,
    ANSWER
  }

  private final InetSocketAddress server;
  private final ServerSocket listener;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicReference<Loss> next = new AtomicReference<>();
  private final AtomicInteger lost = new AtomicInteger();
  private volatile boolean refusing;
  private volatile boolean refusingAfterLoss;

  private MySqlLink(InetSocketAddress server, ServerSocket listener) {
    this.server = server;
    this.listener = listener;
  }

  /** A link to the server, on a port of its own. */
  public static MySqlLink to(MySqlServer server) {
    try {
      InetAddress here = InetAddress.getLoopbackAddress();
      MySqlLink link =
          new MySqlLink(new InetSocketAddress(here, server.port()), new ServerSocket(0, 64, here));
      Thread.ofVirtual().start(link::accept);
      return link;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code host:port} for clients. */
  public String address() {
    return "127.0.0.1:" + listener.getLocalPort();
  }

  /** The next commit reaches the server and is carried out; its answer is lost and the link cut. */
  public void loseNextCommitAnswer() {
    next.set(Loss.ANSWER);
  }

  /** The next commit is lost on its way and the link cut, so that the server rolls back. */
  public void loseNextCommitRequest() {
    next.set(Loss.REQUEST);
  }

  /** With the next lost commit the server goes out of reach, until {@link #heal}. */
  public void refuseAfterLoss() {
    refusingAfterLoss = true;
  }

  /** Cuts every connection and takes no new one, until {@link #heal}. */
  public void refuse() {
    refusing = true;
    open.forEach(MySqlLink::close);
  }

  /** Takes connections and loses nothing. */
  public void heal() {
    next.set(null);
    refusingAfterLoss = false;
    refusing = false;
  }

  /** How many commits, or answers to one, have been lost so far. */
  public int lost() {
    return lost.get();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    refuse();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    open.add(client);
    try (client;
        Socket toServer = new Socket()) {
      if (refusing) {
        return;
      }
      open.add(toServer);
      toServer.connect(server, CONNECT_MILLIS);
      client.setTcpNoDelay(true);
      toServer.setTcpNoDelay(true);
      Session session = new Session(client, toServer);
      Thread answers = Thread.ofVirtual().start(session::passAnswers);
      session.passRequests();
      answers.join();
      open.remove(toServer);
    } catch (IOException cut) {
      // Either side has gone; the other one is told by the close.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(client);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One connection. The protocol is half-duplex: the bytes after a command are its answer. */
  private final class Session {
    private final Socket client;
    private final Socket toServer;
    private volatile boolean losingAnswer;

    Session(Socket client, Socket toServer) {
      this.client = client;
      this.toServer = toServer;
    }

    void passRequests() {
      try (client;
          toServer) {
        DataInputStream in = new DataInputStream(client.getInputStream());
        OutputStream out = toServer.getOutputStream();
        while (true) {
          byte[] packet = packet(in);
          if (isCommit(packet) && lose(next.getAndSet(null))) {
            return;
          }
          out.write(packet);
          out.flush();
        }
      } catch (IOException cut) {
        // The close of both sockets tells both sides.
      }
    }

    /** True when the request itself is to be lost. */
    private boolean lose(Loss loss) {
      if (loss == Loss.ANSWER) {
        losingAnswer = true;
      }
      if (loss == Loss.REQUEST) {
        loseNow();
      }
      return loss == Loss.REQUEST;
    }

    private void loseNow() {
      refusing |= refusingAfterLoss;
      lost.incrementAndGet();
      if (refusing) {
        open.stream().filter(s -> s != client && s != toServer).forEach(MySqlLink::close);
      }
    }

    void passAnswers() {
      try (client;
          toServer) {
        InputStream in = toServer.getInputStream();
        OutputStream out = client.getOutputStream();
        byte[] bytes = new byte[16 * 1024];
        for (int n; (n = in.read(bytes)) >= 0; ) {
          if (losingAnswer) {
            // The server has answered, so the commit is done.
            loseNow();
            return;
          }
          out.write(bytes, 0, n);
          out.flush();
        }
      } catch (IOException cut) {
        // The close of both sockets tells both sides.
      }
    }
  }

  /** One packet, header included: 3 bytes of length, little endian, and the sequence id. */
  private static byte[] packet(DataInputStream in) throws IOException {
    byte[] header = in.readNBytes(HEADER_BYTES);
    if (header.length < HEADER_BYTES) {
      throw new EOFException();
    }
    int length = header[0] & 0xFF | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
    byte[] packet = new byte[HEADER_BYTES + length];
    System.arraycopy(header, 0, packet, 0, HEADER_BYTES);
    in.readFully(packet, HEADER_BYTES, length);
    return packet;
  }

  /** With query attributes the statement follows a parameter count of 0 and a set count of 1. */
  static boolean isCommit(byte[] packet) {
    if (packet.length <= HEADER_BYTES || packet[3] != 0 || packet[HEADER_BYTES] != COM_QUERY) {
      return false;
    }
    int start = HEADER_BYTES + 1;
    if (packet.length > start + 1 && packet[start] == 0 && packet[start + 1] == 1) {
      start += 2;
    }
    String statement =
        new String(packet, start, packet.length - start, StandardCharsets.ISO_8859_1);
    return statement.equalsIgnoreCase("commit");
  }
}
