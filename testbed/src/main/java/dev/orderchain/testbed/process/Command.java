package dev.orderchain.testbed.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A command that runs to its end. */
public final class Command {
  private Command() {}

  /**
   * What it prints, without the last line's end. Throws with what it complains of when it fails.
   */
  public static String output(List<String> command) {
    Path complaints = temporaryFile();
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(Path.of("/dev/null").toFile())
              .redirectError(complaints.toFile())
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new TestbedException(Files.readString(complaints).strip());
      }
      return output.strip();
    } catch (IOException e) {
      throw new TestbedException("cannot run " + String.join(" ", command), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while running " + String.join(" ", command), e);
    } finally {
      complaints.toFile().delete();
    }
  }

  private static Path temporaryFile() {
    try {
      return Files.createTempFile("order-chain", ".err");
    } catch (IOException e) {
      throw new TestbedException("cannot write a temporary file", e);
    }
  }
}
