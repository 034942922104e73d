package dev.orderchain.drills.evidence;

/** How a drill ended. */
public enum Verdict {
  PASS,
  FAIL,
  /** Its fault was not seen to hit, or it could not be tried, so there is nothing to judge. */
  NOT_RUN;

  @Override
  public String toString() {
    return name().replace('_', ' ');
  }
}
