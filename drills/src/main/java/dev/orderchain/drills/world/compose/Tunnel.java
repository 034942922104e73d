package dev.orderchain.drills.world.compose;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/**
 * A port of this machine that leads to one inside of a container, which publishes none. Each
 * connection is a process there, so it is as good as the container: gone with it, and there again
 * when it is.
 */
final class Tunnel {
  /** The server's side is let go of when this side is closed. */
  private static final String PIPE =
      "exec 3<>/dev/tcp/127.0.0.1/%d && { cat <&3 & cat >&3; kill $!; }";

  private final Docker docker;
  private final List<String> command;

  private Tunnel(Docker docker, String container, int port) {
    this.docker = docker;
    command = List.of("exec", "--interactive", container, "bash", "-c", PIPE.formatted(port));
  }

  /**
   * Opens one, for as long as this JVM lives.
   *
   * @param container has bash
   * @return its port on this machine
   */
  static int open(Docker docker, String container, int port) {
    Tunnel tunnel = new Tunnel(docker, container, port);
    try {
      ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(() -> tunnel.accept(server));
      return server.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket server) {
    try (server) {
      while (true) {
        Socket client = server.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(Socket client) {
    try (client) {
      Process process = docker.start(command);
      Thread.ofVirtual().start(() -> copy(client, process));
      try {
        process.getInputStream().transferTo(client.getOutputStream());
      } finally {
        process.destroy();
      }
    } catch (IOException broken) {
      // Whoever is connected sees it end.
    }
  }

  private static void copy(Socket client, Process process) {
    try (OutputStream to = process.getOutputStream();
        InputStream from = client.getInputStream()) {
      byte[] bytes = new byte[8192];
      for (int n = from.read(bytes); n >= 0; n = from.read(bytes)) {
        to.write(bytes, 0, n);
        to.flush();
      }
    } catch (IOException broken) {
      // The same.
    }
  }
}
