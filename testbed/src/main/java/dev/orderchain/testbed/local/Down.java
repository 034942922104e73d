package dev.orderchain.testbed.local;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    description =
        "Ends the order chain: first the services, then the servers, each by SIGTERM, and by SIGKILL "
            + "when it does not end in time. Data stays, for the next scripts/up.")
final class Down implements Callable<Integer> {
  @Option(names = "--purge", description = "Also delete .local: data, logs and keys.")
  private boolean purge;

  @Override
  public Integer call() {
    Chain chain = Chain.local(Checkout.here());
    if (!Files.exists(chain.folder())) {
      System.out.println("Nothing runs.");
      return 0;
    }
    try (Turn turn = Turn.await(chain)) {
      if (chain.parts().stream().noneMatch(Part::isRunning)) {
        System.out.println("Nothing runs.");
      }
      chain.stop(Down::stop);
      if (purge) {
        delete(chain.folder());
        System.out.println("Deleted " + chain.folder() + ".");
      }
    }
    return 0;
  }

  private static void stop(Part part) {
    if (part.isRunning()) {
      Steps.print(part, running -> running.stop() ? "ended" : "did not end in time, killed");
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException | UncheckedIOException e) {
      throw new TestbedException("cannot delete " + e.getMessage(), e);
    }
  }
}
