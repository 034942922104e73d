package dev.orderchain.drills.evidence;

import static dev.orderchain.drills.evidence.Html.element;
import static dev.orderchain.drills.evidence.Html.text;

import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.evidence.Evidence.Mark;
import dev.orderchain.drills.evidence.Traffic.Bucket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;

/**
 * A drill's traffic, fault, recovery and checks over time, as a drawing. Marks are drawn with their
 * numbers; what each is stands in the list below, because a sentence does not fit into a drawing.
 */
final class TimeLine {
  private static final double WIDTH = 960;
  private static final double LEFT = 76;
  private static final double RIGHT = WIDTH - 14;
  private static final double TOP = 8;
  private static final double ABOVE = 60;
  private static final double BELOW = 30;
  private static final double ROW = 18;
  private static final double DIGIT = 7;
  private static final int MOST_BARS = 436;
  private static final int MOST_TICKS = 12;
  private static final long[] STEPS = {1, 2, 5, 10, 20, 50, 100, 250, 500};

  private final Instant origin;
  private final long span;
  private final Duration bar;
  private final List<Bucket> buckets;
  private final List<Mark> marks;

  TimeLine(Evidence evidence) {
    origin = evidence.began();
    span = Math.max(1, millis(evidence.ended()));
    bar = Duration.ofMillis(Math.max(50, step(MOST_BARS)));
    buckets = Traffic.of(evidence).buckets(bar);
    marks = evidence.marks().stream().sorted(Comparator.comparing(Mark::from)).toList();
  }

  Duration bar() {
    return bar;
  }

  String svg(String title) {
    StringBuilder drawn = new StringBuilder();
    double base = TOP + ABOVE;
    double y = base + BELOW + 8;
    StringBuilder lanes = new StringBuilder();
    for (Lane lane : Lane.values()) {
      List<Placed> placed = place(lane);
      double height = ROW * Math.max(1, placed.stream().mapToInt(p -> p.row + 1).max().orElse(1));
      lanes.append(name(lane == Lane.CHECK ? "checks" : lower(lane), y + 13));
      if (placed.isEmpty()) lanes.append(label("small", LEFT + 4, y + 11, "none"));
      for (Placed mark : placed) lanes.append(mark.drawn(y, lower(lane)));
      y += height + 6;
      lanes.append(line("rule", LEFT, y - 3, RIGHT, y - 3));
    }
    drawn.append(axis(y));
    marks.stream().filter(mark -> mark.lane() == Lane.FAULT).forEach(m -> drawn.append(shade(m)));
    drawn.append(traffic(base)).append(lanes);
    return """
        <svg viewBox="0 0 %s %s" role="img" aria-label="%s">
        %s</svg>
        """
        .formatted(n(WIDTH), n(y + 20), text("Time line of " + title), drawn);
  }

  /** What the numbers in the drawing stand for. */
  String legend() {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < marks.size(); i++) {
      Mark mark = marks.get(i);
      rows.append(
          element(
              "tr",
              element("td", "number", String.valueOf(i + 1))
                  + element("td", "number", Html.seconds(Duration.between(origin, mark.from())))
                  + element(
                      "td",
                      "number",
                      mark.from().equals(mark.to())
                          ? ""
                          : Html.seconds(Duration.between(mark.from(), mark.to())))
                  + element("td", lower(mark.lane()))
                  + element("td", "text", text(mark.text()))));
    }
    return rows.toString();
  }

  private String traffic(double base) {
    if (buckets.isEmpty())
      return name("traffic", base + 4) + label("small", LEFT + 4, base - 6, "none");
    int up = buckets.stream().mapToInt(Bucket::answered).max().orElse(0);
    int down = buckets.stream().mapToInt(b -> b.unknown() + b.refused()).max().orElse(0);
    double unit = Math.min(ABOVE / Math.max(1, up), BELOW / Math.max(1, down));
    return name("traffic", base + 4)
        + label("small", 0, TOP + 8, "most: " + Math.max(up, down))
        + bars("answered", b -> 0, Bucket::answered, base, -unit)
        + bars("unknown", b -> 0, Bucket::unknown, base, unit)
        + bars("refused", Bucket::unknown, Bucket::refused, base, unit)
        + line("rule", LEFT, base, RIGHT, base);
  }

  /** Bars on top of others; even a single attempt among hundreds is seen. */
  private String bars(
      String style,
      ToIntFunction<Bucket> under,
      ToIntFunction<Bucket> count,
      double y,
      double unit) {
    StringBuilder path = new StringBuilder();
    double width = Math.max(1, bar.toMillis() * (RIGHT - LEFT) / span - 0.4);
    for (Bucket bucket : buckets) {
      if (count.applyAsInt(bucket) == 0) continue;
      double from = y + height(under.applyAsInt(bucket), unit);
      double height = height(count.applyAsInt(bucket), unit);
      path.append(
          "M%s %sh%sv%sh-%sz"
              .formatted(n(x(bucket.from().toMillis())), n(from), n(width), n(height), n(width)));
    }
    return "<path class=\"%s\" d=\"%s\"/>\n".formatted(style, path);
  }

  private static double height(int count, double unit) {
    return count == 0 ? 0 : Math.signum(unit) * Math.max(3, count * Math.abs(unit));
  }

  private String axis(double y) {
    StringBuilder axis = new StringBuilder();
    long step = step(MOST_TICKS);
    LongStream.iterate(0, at -> at <= span, at -> at + step)
        .forEach(
            at -> {
              axis.append(line("grid", x(at), TOP, x(at), y));
              axis.append(label("tick", x(at), y + 14, seconds(at)));
            });
    return axis.append(label("small", 0, y + 14, "seconds")).toString();
  }

  private String shade(Mark mark) {
    double from = x(millis(mark.from()));
    return "<rect class=\"shade\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>%n"
        .formatted(n(from), n(TOP), n(width(mark)), n(ABOVE + BELOW));
  }

  /** Where a mark is drawn in its lane: marks that would cover each other go to further rows. */
  private record Placed(int number, double x, double width, boolean labelBefore, int row) {

    private String drawn(double y, String style) {
      double top = y + row * ROW;
      double at = labelBefore ? x - 3 : x + width + 3;
      return "<rect class=\"mark %s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"14\"/>%n"
              .formatted(style, n(x), n(top), n(width))
          + label(labelBefore ? "before" : "", at, top + 11, String.valueOf(number));
    }
  }

  private List<Placed> place(Lane lane) {
    List<Placed> placed = new ArrayList<>();
    List<Double> ends = new ArrayList<>();
    for (int i = 0; i < marks.size(); i++) {
      Mark mark = marks.get(i);
      if (mark.lane() != lane) continue;
      double x = x(millis(mark.from()));
      double width = width(mark);
      double label = DIGIT * String.valueOf(i + 1).length() + 6;
      boolean before = x + width + label > WIDTH;
      double start = before ? x - label : x;
      int row = 0;
      while (row < ends.size() && ends.get(row) > start) row++;
      if (row == ends.size()) ends.add(0.0);
      ends.set(row, before ? x + width : x + width + label);
      placed.add(new Placed(i + 1, x, width, before, row));
    }
    return placed;
  }

  private double width(Mark mark) {
    return Math.max(2.5, x(millis(mark.to())) - x(millis(mark.from())));
  }

  private long millis(Instant at) {
    return Duration.between(origin, at).toMillis();
  }

  private double x(long millis) {
    return LEFT + (RIGHT - LEFT) * Math.clamp(millis, 0, span) / span;
  }

  /** The smallest round number of milliseconds that divides the whole into so many at most. */
  private long step(int most) {
    for (long scale = 1; ; scale *= 1000) {
      for (long step : STEPS) if (span <= step * scale * most) return step * scale;
    }
  }

  private static String seconds(long millis) {
    return millis % 1000 == 0 ? String.valueOf(millis / 1000) : String.valueOf(millis / 1e3);
  }

  private static String name(String lane, double y) {
    return label("lane", 0, y, lane);
  }

  private static String label(String style, double x, double y, String text) {
    return "<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>%n"
        .formatted(style, n(x), n(y), text(text));
  }

  private static String line(String style, double x1, double y1, double x2, double y2) {
    return "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>%n"
        .formatted(style, n(x1), n(y1), n(x2), n(y2));
  }

  private static String lower(Lane lane) {
    return lane.name().toLowerCase(Locale.ROOT);
  }

  private static String n(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
