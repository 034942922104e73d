package dev.orderchain.testbed.fault;

import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.process.Command;
import dev.orderchain.testbed.process.Launch;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A JVM whose wall clock is wrong, by libfaketime. Sleeps and waits keep their lengths: those are
 * on the monotonic clock, which is left alone.
 */
public final class ShiftedClock {
  private ShiftedClock() {}

  /** Puts the clock of what is launched ahead of this machine's. */
  public static Launch ahead(Launch launch, Duration by, Path library) {
    return launch
        .environment("LD_PRELOAD", library.toString())
        .environment("FAKETIME", String.format(Locale.ROOT, "+%.3fs", by.toMillis() / 1000.0))
        .environment("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .environment("FAKETIME_FORCE_MONOTONIC_FIX", "0");
  }

  /**
   * The library, from the package of the machine's distribution; empty where it cannot be had. The
   * first call on a machine downloads.
   */
  public static Optional<Path> preload() {
    try {
      Path unpack = Checkout.here().script("unpack");
      Path folder = Path.of(Command.output(List.of(unpack.toString(), "faketime")));
      try (DirectoryStream<Path> architectures =
          Files.newDirectoryStream(folder.resolve("usr/lib"))) {
        for (Path architecture : architectures) {
          Path library = architecture.resolve("faketime/libfaketime.so.1");
          if (Files.exists(library)) {
            return Optional.of(library);
          }
        }
      }
      return Optional.empty();
    } catch (TestbedException | IOException notHere) {
      return Optional.empty();
    }
  }
}
