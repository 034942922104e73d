package dev.orderchain.drills.client;

import java.io.IOException;

/** What a service says of itself at {@code /q/metrics}. */
public final class Metrics {
  private Metrics() {}

  /**
   * The sum of a metric over all its label sets whose labels contain {@code label}.
   *
   * @param address the service's {@code host:port}
   */
  public static double sum(String address, String metric, String label) throws IOException {
    try (HttpConnection http = new HttpConnection(address)) {
      String all = http.get("/q/metrics").body();
      if (!all.contains(metric)) {
        throw new IllegalStateException(address + " has no metric " + metric);
      }
      return all.lines()
          .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
          .filter(line -> line.contains(label))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }
}
