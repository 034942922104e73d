package dev.orderchain.testbed.local;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.Part;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    description = "Shows the parts of the order chain on this machine.",
    footer = {"", "Exit status: 0 when all are healthy, 1 when one is not."})
final class Status implements Callable<Integer> {
  private static final String ROW = "%-22s %8s %6s %9s %10s  %s%n";

  private record Line(Part part, OptionalLong pid, String health) {}

  @Override
  public Integer call() {
    List<Part> parts = Chain.local(Checkout.here()).parts();
    // Side by side: a part that hangs costs its bound once.
    List<Line> lines = parts.parallelStream().map(Status::line).toList();
    System.out.printf(ROW, "PART", "PID", "PORT", "MEMORY", "UPTIME", "HEALTH");
    lines.forEach(Status::print);
    long bytes = parts.stream().mapToLong(Part::residentBytes).sum();
    System.out.printf(ROW, "", "", "", megabytes(bytes), "", "");
    return lines.stream().allMatch(line -> line.health().equals("healthy")) ? 0 : 1;
  }

  private static Line line(Part part) {
    return new Line(part, part.pid(), part.complaint().orElse("healthy"));
  }

  private static void print(Line line) {
    boolean running = line.pid().isPresent();
    System.out.printf(
        ROW,
        line.part().name(),
        running ? line.pid().getAsLong() : "-",
        line.part().port(),
        running ? megabytes(line.part().residentBytes()) : "-",
        running ? upFor(line.part().uptime()) : "-",
        line.health());
  }

  private static String megabytes(long bytes) {
    return bytes / (1024 * 1024) + " MB";
  }

  private static String upFor(Duration uptime) {
    return "%d:%02d:%02d"
        .formatted(uptime.toHours(), uptime.toMinutesPart(), uptime.toSecondsPart());
  }
}
