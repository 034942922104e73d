package dev.orderchain.drills.evidence;

import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.history.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What one drill did, saw and counted. */
public final class Evidence {
  private final String drill;
  private final String fault;
  private final long seed;
  private final Consumer<String> progress;
  private final Instant began = Instant.now();
  private final List<Mark> marks = new ArrayList<>();
  private final List<String> hits = new ArrayList<>();
  private final List<Field> fields = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private List<Attempt> attempts = List.of();
  private String notRun;
  private Duration recoveredAfter;
  private Instant ended;

  /**
   * @param fault what is done to the chain, in a sentence
   * @param progress is told what happens as it happens, a line each
   */
  public Evidence(String drill, String fault, long seed, Consumer<String> progress) {
    this.drill = drill;
    this.fault = fault;
    this.seed = seed;
    this.progress = progress;
  }

  /** What a mark on the time line is about. */
  public enum Lane {
    FAULT,
    RECOVERY,
    CHECK
  }

  /**
   * Something that happened, at a moment or for a while.
   *
   * @param to the same as from for a moment
   */
  public record Mark(Lane lane, Instant from, Instant to, String text) {}

  /**
   * A number of the line.
   *
   * @param demanded what it had to be; null when it is shown only
   */
  public record Field(String name, String value, String demanded) {
    public boolean good() {
      return demanded == null || demanded.equals(value);
    }
  }

  /** Something happens now. */
  public void mark(Lane lane, String text) {
    Instant now = Instant.now();
    add(new Mark(lane, now, now, text));
  }

  /** Something happened from then until now. */
  public void mark(Lane lane, Instant from, String text) {
    add(new Mark(lane, from, Instant.now(), text));
  }

  private synchronized void add(Mark mark) {
    marks.add(mark);
    Duration since = Duration.between(began, mark.to());
    progress.accept("%6.1f s  %s".formatted(since.toMillis() / 1e3, mark.text()));
  }

  /** The fault was seen to hit: how. Without this there is no verdict. */
  public synchronized void hit(String how) {
    hits.add(how);
  }

  /** A number that has no right value. */
  public synchronized void show(String name, Object value) {
    fields.add(new Field(name, String.valueOf(value), null));
  }

  /** A number that has to be this. */
  public synchronized void demand(String name, Object value, Object demanded) {
    fields.add(new Field(name, String.valueOf(value), String.valueOf(demanded)));
  }

  /** From the end of the fault until everything was in effect. */
  public synchronized void recoveredAfter(Duration span) {
    recoveredAfter = span;
  }

  /** What a check found; it must have found nothing. */
  public synchronized void found(Finding finding) {
    findings.add(finding);
  }

  /** Something went wrong that no number shows. */
  public synchronized void failed(String why) {
    failures.add(why);
  }

  /** There is nothing to judge, and why. */
  public synchronized void notRun(String why) {
    notRun = why;
  }

  /** No more is coming. */
  public synchronized void end(List<Attempt> history) {
    attempts = List.copyOf(history);
    ended = Instant.now();
  }

  public String drill() {
    return drill;
  }

  public String fault() {
    return fault;
  }

  public long seed() {
    return seed;
  }

  public Instant began() {
    return began;
  }

  public synchronized Instant ended() {
    return ended;
  }

  public synchronized List<Mark> marks() {
    return List.copyOf(marks);
  }

  public synchronized List<String> hits() {
    return List.copyOf(hits);
  }

  public synchronized List<Field> fields() {
    return List.copyOf(fields);
  }

  public synchronized List<Finding> findings() {
    return List.copyOf(findings);
  }

  public synchronized List<Attempt> attempts() {
    return attempts;
  }

  /** Null when nothing had to recover. */
  public synchronized Duration recoveredAfter() {
    return recoveredAfter;
  }

  public synchronized Verdict verdict() {
    if (notRun == null && !broken().isEmpty()) return Verdict.FAIL;
    return notRun != null || hits.isEmpty() ? Verdict.NOT_RUN : Verdict.PASS;
  }

  /** Why it is not a PASS, a line each. */
  public synchronized List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    if (notRun != null) complaints.add(notRun);
    complaints.addAll(broken());
    if (complaints.isEmpty() && hits.isEmpty()) complaints.add("the fault was not seen to hit");
    return complaints;
  }

  private List<String> broken() {
    List<String> broken = new ArrayList<>(failures);
    for (Field field : fields) {
      if (!field.good()) {
        broken.add("%s is %s, not %s".formatted(field.name(), field.value(), field.demanded()));
      }
    }
    for (Finding finding : findings) {
      if (finding.count() > 0) {
        broken.add(
            "%s=%d: %s"
                .formatted(finding.name(), finding.count(), String.join(", ", finding.first())));
      }
    }
    return broken;
  }

  /** The line: name, verdict, and what was counted. */
  public synchronized String line() {
    return drill
        + " "
        + verdict()
        + fields.stream()
            .map(field -> " " + field.name() + "=" + field.value())
            .collect(Collectors.joining());
  }
}
