package dev.orderchain.drills.world.compose;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.world.Folders;
import dev.orderchain.drills.world.Here;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The chain of {@code docker compose up}. */
public final class ComposeHere extends ComposeWorld {
  private final Here here = new Here(targets(), "'docker compose up'");
  private final Path folder;

  /**
   * @param folder for its keys, while it is hurt
   * @throws CannotRun when it is not up
   */
  public ComposeHere(Path folder) {
    super(folder, project());
    this.folder = folder;
  }

  private static Project project() {
    try {
      return Project.here();
    } catch (TestbedException e) {
      throw new CannotRun(e.getMessage(), e);
    }
  }

  @Override
  public boolean isHere() {
    return true;
  }

  @Override
  public void start() {
    here.take();
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    takeKeys();
  }

  @Override
  String account() {
    return "auditor";
  }

  @Override
  public String kafkaAddress() {
    throw new UnsupportedOperationException("its broker can be reached by containers only");
  }

  @Override
  public synchronized void close() {
    if (here.isTaken()) heal();
    Folders.remove(folder);
  }

  @Override
  public List<String> leftovers() {
    return here.missing();
  }
}
