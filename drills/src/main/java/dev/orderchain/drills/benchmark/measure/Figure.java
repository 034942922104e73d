package dev.orderchain.drills.benchmark.measure;

import java.util.Locale;

/** One line of the table: a value and the bound that it must keep, if there is one. */
public record Figure(String name, double value, String unit, Bound bound, double limit) {

  public enum Bound {
    AT_LEAST,
    AT_MOST,
    NONE
  }

  public static Figure atLeast(double limit, String name, double value, String unit) {
    return new Figure(name, value, unit, Bound.AT_LEAST, limit);
  }

  public static Figure atMost(double limit, String name, double value, String unit) {
    return new Figure(name, value, unit, Bound.AT_MOST, limit);
  }

  public static Figure stated(String name, double value, String unit) {
    return new Figure(name, value, unit, Bound.NONE, 0);
  }

  boolean reached() {
    return switch (bound) {
      case AT_LEAST -> value >= limit;
      case AT_MOST -> value <= limit;
      case NONE -> true;
    };
  }

  String target() {
    return switch (bound) {
      case AT_LEAST -> ">= " + number(limit) + " " + unit;
      case AT_MOST -> "<= " + number(limit) + " " + unit;
      case NONE -> "";
    };
  }

  public String verdict() {
    if (bound == Bound.NONE) return "stated";
    if (reached()) return "reached";
    return String.format(Locale.ROOT, "missed by %.0f %%", 100 * Math.abs(value - limit) / limit);
  }

  String shown() {
    return number(value) + " " + unit;
  }

  private static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1_000_000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, Math.abs(value) < 100 ? "%.2f" : "%,.0f", value);
  }
}
