package dev.orderchain.drills.evidence;

import java.time.Duration;
import java.util.Locale;

/** Markup that reads the same as HTML and as XML. */
final class Html {
  private Html() {}

  /** Text, wherever it comes from; what XML cannot hold is shown as U+FFFD. */
  static String text(Object value) {
    StringBuilder escaped = new StringBuilder();
    String.valueOf(value)
        .codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isXml(point) ? point : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean isXml(int point) {
    return point == '\t'
        || point == '\n'
        || point == '\r'
        || point >= ' ' && point < 0xD800
        || point >= 0xE000 && point < 0xFFFE
        || point >= 0x10000;
  }

  /** An element around markup. */
  static String element(String name, String markup) {
    return "<" + name + ">" + markup + "</" + name + ">\n";
  }

  static String element(String name, String style, String markup) {
    return "<" + name + " class=\"" + style + "\">" + markup + "</" + name + ">\n";
  }

  static String verdict(Verdict verdict) {
    String style = verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return "<strong class=\"verdict " + style + "\">" + verdict + "</strong>";
  }

  /** A name that can be linked to. */
  static String anchor(String name) {
    return "drill-" + name.replaceAll("[^A-Za-z0-9-]", "-");
  }

  static String seconds(Duration span) {
    return String.format(Locale.ROOT, "%.3f", span.toMillis() / 1e3);
  }
}
