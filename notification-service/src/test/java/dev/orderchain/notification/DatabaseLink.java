package dev.orderchain.notification;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A link to the database that can be cut, and that can lose the answer to a COMMIT: the server has
 * committed, and the client will never know.
 *
 * <p>It is told what to do by a system property, because Quarkus loads this class in more than one
 * class loader. It reads the protocol, so the connections through it are not encrypted.
 */
final class DatabaseLink {
  private static final String MODE = "dev.orderchain.notification.link";
  private static final String CUT = "cut";
  private static final String LOSE_COMMIT = "lose-commit";

  private final int target;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  DatabaseLink(int target) throws IOException {
    this.target = target;
    server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    daemon(this::accept);
    daemon(this::closeWhenCut);
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** From now on nothing comes through. */
  static void cut() {
    System.setProperty(MODE, CUT);
  }

  static void mend() {
    System.clearProperty(MODE);
  }

  /** The answer to the next COMMIT is lost, with its connection. */
  static void loseNextCommitAnswer() {
    System.setProperty(MODE, LOSE_COMMIT);
  }

  /** Whether the answer has been lost. */
  static boolean hasLostIt() {
    return System.getProperty(MODE) == null;
  }

  private static boolean isCut() {
    return CUT.equals(System.getProperty(MODE));
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      if (isCut()) {
        client.close();
      } else {
        connect(client);
      }
    }
  }

  private void connect(Socket client) {
    try {
      Socket database = new Socket(InetAddress.getLoopbackAddress(), target);
      open.add(client);
      open.add(database);
      Connection connection = new Connection(client, database);
      daemon(connection::requests);
      daemon(connection::answers);
    } catch (IOException e) {
      // The database is down: the client sees a link that ends.
      close(client);
    }
  }

  private void closeWhenCut() throws InterruptedException {
    while (true) {
      if (isCut()) {
        open.forEach(DatabaseLink::close);
        open.clear();
      }
      Thread.sleep(5);
    }
  }

  private final class Connection {
    private final Socket client;
    private final Socket database;
    private volatile boolean losing;

    Connection(Socket client, Socket database) {
      this.client = client;
      this.database = database;
    }

    void requests() throws IOException {
      byte[] bytes = new byte[65_536];
      InputStream in = client.getInputStream();
      OutputStream out = database.getOutputStream();
      for (int n = in.read(bytes); n >= 0 && !isCut(); n = in.read(bytes)) {
        if (isCommit(bytes, n) && LOSE_COMMIT.equals(System.getProperty(MODE))) {
          losing = true;
        }
        out.write(bytes, 0, n);
      }
      closeBoth();
    }

    void answers() throws IOException {
      byte[] bytes = new byte[65_536];
      InputStream in = database.getInputStream();
      OutputStream out = client.getOutputStream();
      for (int n = in.read(bytes); n >= 0 && !isCut(); n = in.read(bytes)) {
        if (losing) {
          System.clearProperty(MODE);
          break;
        }
        out.write(bytes, 0, n);
      }
      closeBoth();
    }

    /** A packet of a few bytes: header, command, perhaps query attributes, the statement. */
    private boolean isCommit(byte[] bytes, int n) {
      return n <= 16
          && new String(bytes, 0, n, StandardCharsets.ISO_8859_1)
              .toUpperCase(Locale.ROOT)
              .endsWith("COMMIT");
    }

    private void closeBoth() {
      close(client);
      close(database);
      open.remove(client);
      open.remove(database);
    }
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  private static void daemon(Work work) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                work.run();
              } catch (IOException | InterruptedException e) {
                // The other side is closed, or the JVM ends.
              }
            });
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }
}
