package dev.orderchain.drills.world.compose;

import dev.orderchain.testbed.fault.Byteman;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Rules for services in containers.
 *
 * @param folder the one that they see as {@code /drills}
 */
record Rules(Path folder) {
  private static final String SEEN_AS = "/drills";

  /** Those of a chain with that folder. */
  static Rules in(Path chain) {
    return new Rules(chain.toAbsolutePath().normalize().resolve("rules"));
  }

  /** Made before Docker would make it, as root. Readable for the services' account. */
  void layOut() {
    try {
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      share(Files.copy(Byteman.jar(), folder.resolve("byteman.jar")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The service's account is not ours. */
  private static void share(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  /** The variable by which the JVM of that service takes the agent with these. */
  String armed(String service, List<Byteman.Rule> rules) {
    Path file = folder.resolve(service + ".btm");
    try {
      Files.writeString(file, Byteman.script(folder, SEEN_AS, rules));
      share(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return "JDK_JAVA_OPTIONS=-javaagent:%1$s/byteman.jar=script:%1$s/%2$s,boot:%1$s/byteman.jar"
        .formatted(SEEN_AS, file.getFileName());
  }

  /** Lets a thread go on that a rule holds. */
  void release(Byteman.Rule rule) {
    Byteman.release(folder, rule);
  }
}
