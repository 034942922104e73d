package dev.orderchain.drills.benchmark;

/** Something that is measured, on a chain of its own that is not started yet. */
interface Measure {
  /** Measures, and adds the figures and everything raw to the report. */
  void run(Session session, Report report) throws Exception;
}
