package dev.orderchain.testbed;

import dev.orderchain.testbed.process.Command;
import java.nio.file.Path;
import java.util.List;

/** The distribution's MySQL and Redis, unpacked in a folder of the user's cache. */
final class Packages {
  private static Path servers;

  private Packages() {}

  /** A server's program; the first call on a machine downloads. */
  static synchronized String program(Checkout checkout, String name) {
    if (servers == null) {
      servers = Path.of(Command.output(List.of(checkout.script("unpack").toString(), "servers")));
    }
    return servers.resolve("run").resolve(name).toString();
  }

  /** Where MySQL finds its own files. */
  static Path mysqlBase(Checkout checkout) {
    return Path.of(program(checkout, "mysqld")).getParent().resolveSibling("usr");
  }
}
