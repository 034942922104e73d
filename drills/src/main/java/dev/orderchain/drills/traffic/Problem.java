package dev.orderchain.drills.traffic;

/** An answer that is none of what was asked for. */
public final class Problem {
  private static final String PROBLEMS = "/problems/";

  private Problem() {}

  /** The last word of the problem's type. */
  public static String type(String body) {
    int start = body.indexOf(PROBLEMS);
    if (start < 0) return "";
    return body.substring(start + PROBLEMS.length(), body.indexOf('"', start));
  }

  /** All others leave it open. */
  static boolean saysNothingWasWritten(int status, String type) {
    return status < 500 || status == 503 && type.equals("unavailable");
  }
}
