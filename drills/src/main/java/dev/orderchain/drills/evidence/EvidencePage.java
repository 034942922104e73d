package dev.orderchain.drills.evidence;

import static dev.orderchain.drills.evidence.Html.element;
import static dev.orderchain.drills.evidence.Html.text;

import dev.orderchain.drills.evidence.Evidence.Field;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A run as one page to look at. It holds all that it needs, so it reads without a network, and it
 * is written so that an XML parser reads it too.
 */
public final class EvidencePage {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final Run run;

  private EvidencePage(Run run) {
    this.run = run;
  }

  public static String of(Run run) {
    return new EvidencePage(run).html();
  }

  static String time(Instant at) {
    return TIME.format(at);
  }

  private String html() {
    return """
        <!DOCTYPE html>
        <html xmlns="http://www.w3.org/1999/xhtml" lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>Order chain drills: %s</title>
        <style>
        %s</style>
        </head>
        <body>
        %s</body>
        </html>
        """
        .formatted(run.verdicts(), style(), body());
  }

  private String body() {
    return element("header", element("h1", "Drills of the order chain") + intro() + facts())
        + notPassed()
        + element("h2", "Overview")
        + overview()
        + run.drills().stream()
            .map(evidence -> new DrillSection(evidence).html())
            .collect(Collectors.joining());
  }

  private static String intro() {
    return element(
        "p",
        """
        Each drill brought one fault to a running order chain of real processes and real servers, \
        let the chain recover by itself, and then held what had been asked and answered against \
        the rows and records that were there. PASS means that the fault was seen to hit, that \
        every number is what it had to be, and that no check found anything; where the fault was \
        not seen to hit there is nothing to judge, which is NOT RUN.""");
  }

  private String facts() {
    return element(
        "dl",
        entry("verdicts", element("strong", run.verdicts()))
            + entry("place", text(run.where()))
            + entry("seed", String.valueOf(run.seed()))
            + entry("began", time(run.began()))
            + entry("took", Html.seconds(run.took()) + " s")
            + entry("versions", versions())
            + entry("leftovers", leftovers()));
  }

  private String versions() {
    return run.versions().entrySet().stream()
        .map(version -> text(version.getKey()) + " " + text(version.getValue()))
        .collect(Collectors.joining(", "));
  }

  private String leftovers() {
    if (run.leftovers().isEmpty()) return "0: everything that was started is gone";
    return element("strong", run.leftovers().size() + " STILL THERE")
        + run.leftovers().stream().map(left -> "<br/>" + text(left)).collect(Collectors.joining());
  }

  private String notPassed() {
    List<Evidence> others = run.drills().stream().filter(e -> e.verdict() != Verdict.PASS).toList();
    if (others.isEmpty()) return "";
    return element(
        "div",
        "complaints",
        element("h2", "Not passed: %d of %d".formatted(others.size(), run.drills().size()))
            + others.stream().map(EvidencePage::notPassed).collect(Collectors.joining()));
  }

  private static String notPassed(Evidence evidence) {
    return element(
        "p",
        Html.verdict(evidence.verdict())
            + " "
            + link(evidence)
            + ": "
            + text(String.join("; ", evidence.complaints())));
  }

  private String overview() {
    return DrillSection.table(
        "overview",
        List.of("drill", "verdict", "counted", "#recovered (s)"),
        run.drills().stream().map(EvidencePage::row).collect(Collectors.joining()));
  }

  private static String row(Evidence evidence) {
    return element(
        "tr",
        element("td", link(evidence))
            + element("td", Html.verdict(evidence.verdict()))
            + element(
                "td",
                "line",
                evidence.fields().stream()
                    .map(EvidencePage::field)
                    .collect(Collectors.joining(" ")))
            + element(
                "td",
                "number",
                evidence.recoveredAfter() == null ? "" : Html.seconds(evidence.recoveredAfter())));
  }

  private static String field(Field field) {
    String shown = text(field.name() + "=" + field.value());
    return field.good()
        ? "<span>" + shown + "</span>"
        : "<strong>" + shown + " (not " + text(field.demanded()) + ")</strong>";
  }

  private static String link(Evidence evidence) {
    return "<a href=\"#%s\">%s</a>"
        .formatted(Html.anchor(evidence.drill()), text(evidence.drill()));
  }

  private static String entry(String name, String markup) {
    return element("dt", name) + element("dd", markup);
  }

  private static String style() {
    try (InputStream css = EvidencePage.class.getResourceAsStream("page.css")) {
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
