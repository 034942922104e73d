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

  /** The variable by which the JVM of that service takes the agent with these. */
  String armed(String service, List<Byteman.Rule> rules) {
    Path file = folder.resolve(service + ".btm");
    try {
      Files.writeString(file, Byteman.script(folder, SEEN_AS, rules));
      // The service's account is not ours.
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
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
