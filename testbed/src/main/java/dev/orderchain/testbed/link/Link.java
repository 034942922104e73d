package dev.orderchain.testbed.link;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The way of one client to one server, which can be broken. The server need not be there yet; while
 * it is not, the client's connections are reset, which is what "connection refused" comes to here.
 *
 * <pre>
 * healed      → bytes, ends and resets pass as they are
 * refuse      → every connection is reset, at once
 * drop        → nothing passes and nobody is told: the sockets stay open
 * dropAnswers → what the client sends passes, nothing comes back
 * </pre>
 *
 * <p>A connection that was open during a drop stays silent for good, since what it lost cannot come
 * back; it ends by {@link #cut}, {@link #refuse} or {@link #close}. So does one whose answers were
 * dropped, or when the client ends it.
 */
public class Link implements AutoCloseable {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int BACKLOG = 256;
  static final int CHUNK_BYTES = 16 * 1024;

  private enum State {
    HEALED,
    REFUSING,
    DROPPING,
    DROPPING_ANSWERS
  }

  private final String name;
  private final String host;
  private final int targetPort;
  private final ServerSocket listener;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong cuts = new AtomicLong();
  private final AtomicLong droppedBytes = new AtomicLong();
  private Thread accepting;
  private State state = State.HEALED;

  Link(String name, String target) {
    this.name = name;
    int colon = target.lastIndexOf(':');
    this.host = target.substring(0, colon);
    this.targetPort = Integer.parseInt(target.substring(colon + 1));
    try {
      listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A link on a port of its own.
   *
   * @param target the server's {@code host:port}
   */
  public static Link to(String name, String target) {
    Link link = new Link(name, target);
    link.listen();
    return link;
  }

  public final String name() {
    return name;
  }

  /** {@code host:port} for the client. */
  public final String address() {
    return "127.0.0.1:" + port();
  }

  public final int port() {
    return listener.getLocalPort();
  }

  /** Resets every open connection on both sides; new ones are taken. */
  public final synchronized void cut() {
    open.forEach(this::cut);
  }

  /** Resets every open connection, and every new one until {@link #heal}. */
  public final synchronized void refuse() {
    state = State.REFUSING;
    cut();
  }

  /** Loses every byte and every end of a connection from now on, until {@link #heal}. */
  public final synchronized void drop() {
    state = State.DROPPING;
    open.forEach(this::silence);
  }

  /** Loses every byte from the server and every end of it from now on, until {@link #heal}. */
  public final synchronized void dropAnswers() {
    state = State.DROPPING_ANSWERS;
    open.forEach(this::silence);
  }

  /** New connections pass. */
  public synchronized void heal() {
    state = State.HEALED;
  }

  /** How many connections the client has to this link, or had when they fell silent. */
  public final int openConnections() {
    return open.size();
  }

  /** How many connections this link has reset so far. */
  public final long cutConnections() {
    return cuts.get();
  }

  /** How many bytes it has lost so far, of both ways. */
  public final long droppedBytes() {
    return droppedBytes.get();
  }

  /** Resets every connection and takes no more. */
  @Override
  public final void close() {
    try {
      listener.close();
      // The port is free only when the thread that was waiting at it has left.
      accepting.join();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    refuse();
  }

  @Override
  public final String toString() {
    return "%s (%s to %s:%d)".formatted(name, address(), host, targetPort);
  }

  final void listen() {
    accepting = Thread.ofVirtual().name(name).start(this::accept);
  }

  final void cut(Connection connection) {
    if (open.remove(connection)) {
      cuts.incrementAndGet();
      connection.reset();
    }
  }

  Connection connection(Socket client) {
    return new Connection(client);
  }

  private void accept() {
    while (true) {
      try {
        admit(connection(listener.accept()));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private synchronized void admit(Connection connection) {
    open.add(connection);
    if (state == State.REFUSING) {
      cut(connection);
      return;
    }
    silence(connection);
    Thread.ofVirtual().name(name).start(connection::serve);
  }

  /** What is silent stays so. */
  private void silence(Connection connection) {
    connection.requests.silent |= state == State.DROPPING;
    connection.answers.silent |= state == State.DROPPING || state == State.DROPPING_ANSWERS;
  }

  /** One client's connection and the one to the server that belongs to it. */
  class Connection {
    final Way requests;
    final Way answers;
    private final Socket client;
    private final Socket server = new Socket();

    Connection(Socket client) {
      this.client = client;
      requests = new Way(client, server);
      answers = new Way(server, client);
    }

    /** Passes on what the client sends, to its end. */
    void passRequests() throws IOException {
      requests.pass();
    }

    /** Passes on what the server sends, to its end. */
    void passAnswers() throws IOException {
      answers.pass();
    }

    private void serve() {
      try {
        if (requests.silent) {
          requests.pass();
          return;
        }
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        server.connect(new InetSocketAddress(host, targetPort), CONNECT_MILLIS);
        Thread back = Thread.ofVirtual().name(name).start(this::serveAnswers);
        passRequests();
        requests.end();
        back.join();
      } catch (IOException broken) {
        if (answers.silent) {
          awaitClientsEnd();
        }
        resetUnlessSilent(requests);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (!requests.silent && open.remove(this)) {
        close();
      }
    }

    private void serveAnswers() {
      try {
        passAnswers();
        answers.end();
      } catch (IOException broken) {
        resetUnlessSilent(answers);
      }
    }

    /** If it is the server's end that broke, the client is not to know. */
    private void awaitClientsEnd() {
      try {
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException ended) {
        // That is an end, too.
      }
    }

    private void resetUnlessSilent(Way broken) {
      if (!broken.silent && open.remove(this)) {
        reset();
      }
    }

    private void reset() {
      for (Socket socket : new Socket[] {client, server}) {
        try (socket) {
          socket.setSoLinger(true, 0);
        } catch (IOException e) {
          // It is closed.
        }
      }
    }

    private void close() {
      try (client;
          server) {
        // Both have been told the end already.
      } catch (IOException e) {
        // They are closed.
      }
    }

    /** One direction. */
    final class Way {
      private final Socket from;
      private final Socket to;
      private volatile boolean silent;

      Way(Socket from, Socket to) {
        this.from = from;
        this.to = to;
      }

      void pass() throws IOException {
        byte[] bytes = new byte[CHUNK_BYTES];
        for (int n; (n = read(bytes)) >= 0; ) {
          write(bytes, n);
        }
      }

      int read(byte[] bytes) throws IOException {
        return from.getInputStream().read(bytes);
      }

      /** Passes on the first {@code n} bytes, or loses them. */
      void write(byte[] bytes, int n) throws IOException {
        if (silent) {
          droppedBytes.addAndGet(n);
        } else {
          to.getOutputStream().write(bytes, 0, n);
        }
      }

      private void end() throws IOException {
        if (!silent) {
          to.shutdownOutput();
        }
      }
    }
  }
}
