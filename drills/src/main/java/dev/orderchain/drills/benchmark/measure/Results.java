package dev.orderchain.drills.benchmark.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures of a run, and the raw values that they were made from. */
public final class Results {
  private final List<Figure> figures = new ArrayList<>();
  private final Map<String, Object> raw = new LinkedHashMap<>();

  public void add(Figure figure) {
    figures.add(figure);
  }

  public void raw(String name, Object value) {
    raw.put(name, value);
  }

  public List<Figure> figures() {
    return List.copyOf(figures);
  }

  public Map<String, Object> raw() {
    return raw;
  }

  public String table() {
    List<String[]> rows = new ArrayList<>();
    rows.add(new String[] {"measure", "value", "target", ""});
    for (Figure figure : figures) {
      rows.add(new String[] {figure.name(), figure.shown(), figure.target(), figure.verdict()});
    }
    int[] widths = new int[4];
    for (String[] row : rows) {
      for (int i = 0; i < 4; i++) widths[i] = Math.max(widths[i], row[i].length());
    }
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining());
  }

  private static String line(String[] row, int[] widths) {
    return "%-"
        .concat(widths[0] + "s  %" + widths[1] + "s  %-" + Math.max(widths[2], 1) + "s  %s%n")
        .formatted((Object[]) row);
  }
}
