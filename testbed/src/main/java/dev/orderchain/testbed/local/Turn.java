package dev.orderchain.testbed.local;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** One {@code up} or {@code down} at a time on the same chain; the next one waits. */
final class Turn implements AutoCloseable {
  private final FileChannel lock;

  private Turn(FileChannel lock) {
    this.lock = lock;
  }

  static Turn await(Chain chain) {
    try {
      Files.createDirectories(chain.folder());
      Path file = chain.folder().resolve("lock");
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        System.err.println("waiting for another scripts/up or scripts/down to end");
        channel.lock();
      }
      return new Turn(channel);
    } catch (IOException e) {
      throw new TestbedException("cannot lock " + chain.folder() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new TestbedException("cannot unlock", e);
    }
  }
}
