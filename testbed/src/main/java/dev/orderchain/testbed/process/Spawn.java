package dev.orderchain.testbed.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts processes. */
public final class Spawn {
  private Spawn() {}

  /**
   * Starts a process that writes to the log.
   *
   * @param outlivesThisJvm else it is killed when this JVM ends
   * @return the process, unless it has ended already
   */
  public static Optional<OsProcess> start(
      List<String> command,
      Map<String, String> environment,
      Path folder,
      Path log,
      boolean outlivesThisJvm)
      throws IOException {
    List<String> all = new ArrayList<>(command);
    if (outlivesThisJvm) {
      // A session of its own: what is typed into this terminal is not meant for it.
      all.addFirst("setsid");
    }
    ProcessBuilder builder =
        new ProcessBuilder(all)
            .directory(folder.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    // A service's configuration that lies about in the caller's environment is not meant for it.
    builder.environment().keySet().removeIf(Spawn::configuresQuarkus);
    builder.environment().putAll(environment);
    Optional<OsProcess> process = OsProcess.running(builder.start().pid());
    if (!outlivesThisJvm) {
      process.ifPresent(Watchdog.ofThisJvm()::kills);
    }
    return process;
  }

  private static boolean configuresQuarkus(String variable) {
    return variable.startsWith("QUARKUS_")
        || variable.startsWith("SMALLRYE_")
        || variable.startsWith("MP_");
  }
}
