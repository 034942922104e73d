package dev.orderchain.testbed.process;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** TCP ports of this machine. */
public final class Ports {
  /** Below the ports that clients get: else a client that polls a port can connect to itself. */
  private static final int FIRST = 20_000;

  private static final int LAST = 32_000;
  private static final int TRIES = 1_000;

  private Ports() {}

  /** One that nobody listens on now. */
  public static int free() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new TestbedException("no free port between " + FIRST + " and " + LAST);
  }

  /** Throws, naming the holder as far as it can be found, when the port is taken. */
  public static void requireFree(int port, String part) {
    if (!isFree(port)) {
      throw new TestbedException(
          "port %d, which %s needs, is taken by %s".formatted(port, part, holder(port)));
    }
  }

  static boolean isFree(int port) {
    // On every address, so that a holder on any of them counts.
    try (ServerSocket socket = new ServerSocket(port, 1)) {
      return socket.isBound();
    } catch (IOException taken) {
      return false;
    }
  }

  static String holder(int port) {
    Optional<Listener> listener =
        listener("/proc/net/tcp", port).or(() -> listener("/proc/net/tcp6", port));
    if (listener.isEmpty()) {
      return "a process that cannot be found from here (outside of this container?)";
    }
    return pidOf(listener.get())
        .map(pid -> "process %d (%s)".formatted(pid, OsProcess.command(pid)))
        .orElse("a process of the account with uid " + listener.get().uid());
  }

  private record Listener(String inode, String uid) {}

  private static Optional<Listener> listener(String table, int port) {
    String local = ":%04X".formatted(port);
    try {
      return Files.readAllLines(Path.of(table)).stream()
          .map(line -> line.strip().split("\\s+"))
          .filter(field -> field.length > 9 && field[1].endsWith(local) && field[3].equals("0A"))
          .map(field -> new Listener(field[9], field[7]))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Long> pidOf(Listener listener) {
    String socket = "socket:[" + listener.inode() + "]";
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        if (holds(process, socket)) {
          return Optional.of(Long.parseLong(process.getFileName().toString()));
        }
      }
    } catch (IOException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static boolean holds(Path process, String socket) {
    try (DirectoryStream<Path> open = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path fd : open) {
        if (Files.readSymbolicLink(fd).toString().equals(socket)) {
          return true;
        }
      }
    } catch (IOException | DirectoryIteratorException notOurs) {
      return false;
    }
    return false;
  }
}
