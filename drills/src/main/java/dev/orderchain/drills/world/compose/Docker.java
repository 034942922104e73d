package dev.orderchain.drills.world.compose;

import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Docker's command line, and what its commands need in their environment. */
public final class Docker {
  private static final Duration USUAL = Duration.ofSeconds(90);

  private final Map<String, String> environment;

  public Docker(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** What the command prints; throws with its complaints when it fails. */
  public String output(String... arguments) {
    return output(USUAL, List.of(arguments));
  }

  public String output(Duration bound, List<String> arguments) {
    Result result = run(bound, arguments, false);
    if (result.status != 0) {
      throw new TestbedException(
          "docker %s: %s".formatted(String.join(" ", arguments), result.complaints().strip()));
    }
    return result.output.strip();
  }

  /** What the command prints and complains of, in the order in which it did. */
  String everything(String... arguments) {
    return run(USUAL, List.of(arguments), true).output;
  }

  /** What the command prints; empty when it fails. */
  public Optional<String> attempt(List<String> arguments) {
    Result result = run(USUAL, arguments, false);
    return result.status == 0 ? Optional.of(result.output.strip()) : Optional.empty();
  }

  /** A command at work, to be fed and read by the caller. */
  Process start(List<String> arguments) throws IOException {
    return command(arguments).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private ProcessBuilder command(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("docker"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder;
  }

  private record Result(int status, String output, String complaints) {}

  private Result run(Duration bound, List<String> arguments, boolean together) {
    try {
      // Into files: a pipe that nobody reads would hold the command up.
      Path output = Files.createTempFile("docker", ".out");
      Path complaints = Files.createTempFile("docker", ".err");
      try {
        ProcessBuilder builder =
            command(arguments)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .redirectError(complaints.toFile())
                .redirectErrorStream(together);
        int status = await(builder.start(), bound, builder.command());
        return new Result(status, text(output), text(complaints));
      } finally {
        Files.delete(output);
        Files.delete(complaints);
      }
    } catch (IOException e) {
      throw new TestbedException("cannot run docker: " + e.getMessage(), e);
    }
  }

  /** Whatever the bytes are: a container can print anything. */
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  private static int await(Process process, Duration bound, List<String> command) {
    try {
      if (process.waitFor(bound.toMillis(), TimeUnit.MILLISECONDS)) return process.exitValue();
      process.destroyForcibly();
      throw new TestbedException(
          "%s has not ended in %d s".formatted(String.join(" ", command), bound.toSeconds()));
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while running " + String.join(" ", command), e);
    }
  }
}
