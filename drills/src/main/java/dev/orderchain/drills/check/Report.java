package dev.orderchain.drills.check;

import dev.orderchain.drills.check.fact.CardOrderRows;
import dev.orderchain.drills.check.fact.Facts;
import dev.orderchain.drills.check.fact.Progress;
import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.check.invariant.Invariant;
import dev.orderchain.drills.check.invariant.Invariant.Group;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * All findings of one check.
 *
 * @param notJudged what is no error
 * @param unread why the money could not be checked; null when it was
 */
record Report(
    LocalDateTime watermark,
    Duration settle,
    Map<Invariant, Finding> byInvariant,
    NotJudged notJudged,
    String unread) {

  /**
   * @param inProgress card orders that are not at their end, which the money is not judged by
   * @param inReview likewise, but they wait for a person
   * @param overCreditLimit tenants whose limit was set below what they have open
   */
  record NotJudged(long inProgress, long inReview, long overCreditLimit) {

    static NotJudged of(Facts facts) {
      long inProgress = 0;
      long inReview = 0;
      for (Iterator<CardOrderRows> each = facts.cardOrdersById().iterator(); each.hasNext(); ) {
        CardOrderRows order = each.next();
        if (order.isInReview()) inReview++;
        else if (!order.isDone()) inProgress++;
      }
      return new NotJudged(inProgress, inReview, facts.tenantsOverCreditLimit());
    }

    @Override
    public String toString() {
      return "in_progress=%d in_review=%d over_credit_limit=%d"
          .formatted(inProgress, inReview, overCreditLimit);
    }
  }

  static Report of(Facts facts, Duration settle, Progress progress) {
    Map<Invariant, Finding> findings = new EnumMap<>(Invariant.class);
    Invariant.judgeable(facts)
        .forEach(
            invariant -> {
              progress.begin(invariant.label());
              findings.put(invariant, invariant.finding(facts));
            });
    return new Report(
        facts.watermark(), settle, findings, NotJudged.of(facts), facts.ledger().unread());
  }

  Collection<Finding> findings() {
    return byInvariant.values();
  }

  /** 0 all is well, 1 something is not, 2 nothing is wrong as far as could be seen. */
  int status() {
    if (findings().stream().anyMatch(finding -> finding.count() > 0)) return 1;
    return unread == null ? 0 : 2;
  }

  /** A line for each group, and one of what is no error. */
  String lines() {
    String groups =
        Arrays.stream(Group.values())
            .map(group -> group.label() + ": " + line(group) + System.lineSeparator())
            .collect(Collectors.joining());
    return groups + "not judged: " + notJudged + System.lineSeparator();
  }

  private String line(Group group) {
    String line =
        byInvariant.entrySet().stream()
            .filter(entry -> entry.getKey().group() == group)
            .map(entry -> entry.getValue().name() + "=" + entry.getValue().count())
            .collect(Collectors.joining(" "));
    return line.isEmpty() ? "not checked" : line;
  }

  String offenders() {
    return findings().stream()
        .filter(finding -> finding.count() > 0)
        .map(Report::offenders)
        .collect(Collectors.joining());
  }

  Map<String, Object> asJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("good", status() == 0);
    json.put("watermark", watermark + "Z");
    json.put("settleMillis", settle.toMillis());
    if (unread != null) json.put("notChecked", unread);
    for (Finding finding : findings()) json.put(finding.name(), finding.count());
    json.put("in_progress", notJudged.inProgress());
    json.put("in_review", notJudged.inReview());
    json.put("over_credit_limit", notJudged.overCreditLimit());
    json.put(
        "first",
        findings().stream()
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
