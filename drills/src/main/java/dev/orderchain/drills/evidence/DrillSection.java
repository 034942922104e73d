package dev.orderchain.drills.evidence;

import static dev.orderchain.drills.evidence.Html.element;
import static dev.orderchain.drills.evidence.Html.text;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.evidence.Evidence.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All about one drill, for the page. */
final class DrillSection {
  private final Evidence evidence;

  DrillSection(Evidence evidence) {
    this.evidence = evidence;
  }

  String html() {
    return "<section id=\"%s\">%n%s</section>%n"
        .formatted(
            Html.anchor(evidence.drill()),
            heading() + complaints() + summary() + timeLine() + fields() + checks());
  }

  private String heading() {
    return element("h2", text(evidence.drill()) + " " + Html.verdict(evidence.verdict()))
        + element("p", "fault-sentence", "Fault: " + text(evidence.fault()));
  }

  private String complaints() {
    if (evidence.verdict() == Verdict.PASS) return "";
    return element(
        "div",
        "complaints",
        element("p", Html.verdict(evidence.verdict()) + " because") + list(evidence.complaints()));
  }

  private String summary() {
    return element(
        "dl",
        entry("seen to hit", hits())
            + entry("recovered", recovery())
            + entry(
                "took", Html.seconds(took()) + " s, from " + EvidencePage.time(evidence.began()))
            + entry("seed", String.valueOf(evidence.seed()))
            + entry("traffic", traffic()));
  }

  /** What was seen several times is said once. */
  private String hits() {
    if (evidence.hits().isEmpty()) return element("strong", "NO: the fault was not seen to hit");
    return list(
        evidence.hits().stream()
            .collect(groupingBy(Function.identity(), LinkedHashMap::new, counting()))
            .entrySet()
            .stream()
            .map(
                hit -> hit.getKey() + (hit.getValue() > 1 ? " (" + hit.getValue() + " times)" : ""))
            .toList());
  }

  private String recovery() {
    Duration span = evidence.recoveredAfter();
    return span == null
        ? "not measured"
        : "everything in effect " + Html.seconds(span) + " s after the fault ended";
  }

  private String traffic() {
    Traffic traffic = Traffic.of(evidence);
    if (traffic.attempts().isEmpty()) return "none";
    return "%,d attempts of %,d requests: ".formatted(traffic.attempts().size(), traffic.requests())
        + traffic.answers().entrySet().stream()
            .map(answer -> text(answer.getKey()) + " %,d".formatted(answer.getValue()))
            .collect(Collectors.joining(", "));
  }

  private String timeLine() {
    if (evidence.marks().isEmpty() && evidence.attempts().isEmpty()) {
      return element("p", "No time line: nothing was done.");
    }
    TimeLine timeLine = new TimeLine(evidence);
    String key =
        """
        Traffic: attempts that ended within each %d ms, \
        <span class="key answered"></span> answered above the line, \
        <span class="key unknown"></span> unknown and \
        <span class="key refused"></span> refused below it. \
        The fault's time is shaded. Numbers stand for the marks listed below."""
            .formatted(timeLine.bar().toMillis());
    return element(
            "figure",
            element("div", "wide", timeLine.svg(evidence.drill())) + element("figcaption", key))
        + table("marks", List.of("#no.", "#at (s)", "#for (s)", "lane", "mark"), timeLine.legend());
  }

  private String fields() {
    if (evidence.fields().isEmpty()) return element("p", "Nothing was counted.");
    return table(
        "counted",
        List.of("counted", "#value", "#demanded", "as demanded"),
        evidence.fields().stream().map(DrillSection::row).collect(Collectors.joining()));
  }

  private static String row(Field field) {
    boolean shownOnly = field.demanded() == null;
    return element(
        "tr",
        field.good() ? "good" : "bad",
        element("td", text(field.name()))
            + element("td", "value", text(field.value()))
            + element("td", "value", shownOnly ? "any" : text(field.demanded()))
            + element("td", shownOnly ? "" : field.good() ? "yes" : element("strong", "NO")));
  }

  private String checks() {
    List<Finding> findings = evidence.findings();
    if (findings.isEmpty()) return element("p", element("strong", "No check was made."));
    List<Finding> held = findings.stream().filter(finding -> finding.count() == 0).toList();
    List<Finding> broken = findings.stream().filter(finding -> finding.count() > 0).toList();
    String first =
        broken.isEmpty()
            ? ""
            : table(
                "checks",
                List.of("check", "#found", "the first of them"),
                broken.stream().map(DrillSection::row).collect(Collectors.joining()));
    String none =
        held.stream()
            .map(finding -> element("li", "<b>0</b> " + text(finding.name())))
            .collect(Collectors.joining());
    return element(
            "p",
            "%d checks after the drill; %s."
                .formatted(
                    findings.size(),
                    broken.isEmpty() ? "none found anything" : broken.size() + " FOUND SOMETHING"))
        + first
        + (held.isEmpty() ? "" : element("ul", "held", none));
  }

  private static String row(Finding finding) {
    return element(
        "tr",
        "bad",
        element("td", text(finding.name()))
            + element("td", "number", element("strong", "%,d".formatted(finding.count())))
            + element("td", list(finding.first())));
  }

  private Duration took() {
    return Duration.between(evidence.began(), evidence.ended());
  }

  /**
   * @param headings those of numbers begin with #
   */
  static String table(String style, List<String> headings, String rows) {
    String head =
        headings.stream()
            .map(
                h -> h.startsWith("#") ? element("th", "number", h.substring(1)) : element("th", h))
            .collect(Collectors.joining());
    return element(
        "div",
        "wide",
        element("table", style, element("thead", element("tr", head)) + element("tbody", rows)));
  }

  private static String list(Collection<String> texts) {
    return element(
        "ul", texts.stream().map(t -> element("li", text(t))).collect(Collectors.joining()));
  }

  private static String entry(String name, String markup) {
    return element("dt", name) + element("dd", markup);
  }
}
