package dev.orderchain.drills.benchmark.measure;

/** Something that is measured, on a chain of its own that is not started yet. */
public interface Measure {
  /** Measures, and adds the figures and everything raw to the report. */
  void run(Session session, Results report) throws Exception;
}
