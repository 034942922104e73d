package dev.orderchain.drills.check;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All findings of one check. */
record Report(LocalDateTime watermark, Duration settle, List<Finding> findings) {

  static Report of(Facts facts, Duration settle, Progress progress) {
    List<Finding> findings =
        Arrays.stream(Invariant.values())
            .map(
                invariant -> {
                  progress.begin(invariant.label());
                  return invariant.finding(facts);
                })
            .toList();
    return new Report(facts.watermark(), settle, findings);
  }

  boolean good() {
    return findings.stream().allMatch(finding -> finding.count() == 0);
  }

  String line() {
    return findings.stream()
        .map(finding -> finding.name() + "=" + finding.count())
        .collect(Collectors.joining(" "));
  }

  String offenders() {
    return findings.stream()
        .filter(finding -> finding.count() > 0)
        .map(Report::offenders)
        .collect(Collectors.joining());
  }

  Map<String, Object> asJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("good", good());
    json.put("watermark", watermark + "Z");
    json.put("settleMillis", settle.toMillis());
    for (Finding finding : findings) json.put(finding.name(), finding.count());
    json.put(
        "first",
        findings.stream()
            .filter(finding -> finding.count() > 0)
            .collect(
                Collectors.toMap(
                    finding -> finding.name(), Finding::first, (a, b) -> a, LinkedHashMap::new)));
    return json;
  }

  private static String offenders(Finding finding) {
    String shown = finding.first().stream().map("  %s%n"::formatted).collect(Collectors.joining());
    long more = finding.count() - finding.first().size();
    return "%s:%n%s%s"
        .formatted(finding.name(), shown, more > 0 ? "  and %,d more%n".formatted(more) : "");
  }
}
