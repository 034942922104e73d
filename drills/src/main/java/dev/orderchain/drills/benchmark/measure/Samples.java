package dev.orderchain.drills.benchmark.measure;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measured values, sorted. */
public record Samples(double[] sorted) {

  public static Samples of(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return new Samples(sorted);
  }

  /** The nearest-rank percentile: a value that was measured, never one between two. */
  public double percentile(double percent) {
    if (sorted.length == 0) throw new IllegalStateException("nothing was measured");
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(rank, 1) - 1];
  }

  public double median() {
    return percentile(50);
  }

  public double max() {
    return sorted[sorted.length - 1];
  }

  /** For the raw figures. */
  public Map<String, Double> percentiles() {
    Map<String, Double> all = new LinkedHashMap<>();
    for (double percent : new double[] {1, 10, 25, 50, 75, 90, 95, 99, 99.9}) {
      all.put("p" + percent, percentile(percent));
    }
    all.put("max", max());
    return all;
  }

  public int count() {
    return sorted.length;
  }
}
