package dev.orderchain.drills.evidence;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.check.invariant.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Everything of a run in one JSON file, for programs. The names of its members stay as they are:
 *
 * <ul>
 *   <li>of the run: {@code began}, {@code ended} (UTC), {@code where}, {@code seed}, {@code pass},
 *       {@code fail}, {@code notRun} (how many), {@code versions}, {@code leftovers}, {@code
 *       drills};
 *   <li>of a drill: {@code drill}, {@code verdict}, {@code line}, {@code complaints} (why it is not
 *       a PASS), {@code fault}, {@code seed}, {@code began}, {@code ended}, {@code hits} (how the
 *       fault was seen to hit), {@code recoveredAfterMs} (null: not measured), {@code fields},
 *       {@code findings}, {@code marks}, {@code traffic};
 *   <li>of a field: {@code name}, {@code value}, {@code demanded} (null: any), {@code good};
 *   <li>of a finding: {@code name}, {@code count}, {@code first} (the first that break it);
 *   <li>of a mark: {@code lane}, {@code fromMs}, {@code toMs} (from the drill's beginning; equal
 *       for a moment), {@code text};
 *   <li>of the traffic: {@code attempts}, {@code requests}, {@code answers} (how often which),
 *       {@code bucketMs}, {@code buckets}, each with {@code fromMs} and how many attempts ended in
 *       it {@code answered}, {@code unknown}, {@code refused}; buckets without any are left out.
 * </ul>
 */
public final class EvidenceFile {
  private static final Duration BUCKET = Duration.ofMillis(250);

  private EvidenceFile() {}

  public static void write(Run run, Path json) throws IOException {
    Files.createDirectories(json.toAbsolutePath().getParent());
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(json.toFile(), Whole.of(run));
  }

  record Whole(
      String began,
      String ended,
      String where,
      long seed,
      long pass,
      long fail,
      long notRun,
      Map<String, String> versions,
      List<String> leftovers,
      List<Drill> drills) {

    static Whole of(Run run) {
      return new Whole(
          run.began().toString(),
          run.ended().toString(),
          run.where(),
          run.seed(),
          run.count(Verdict.PASS),
          run.count(Verdict.FAIL),
          run.count(Verdict.NOT_RUN),
          run.versions(),
          run.leftovers(),
          run.drills().stream().map(Drill::of).toList());
    }
  }

  record Drill(
      String drill,
      String verdict,
      String line,
      List<String> complaints,
      String fault,
      long seed,
      String began,
      String ended,
      List<String> hits,
      Long recoveredAfterMs,
      List<Field> fields,
      List<Finding> findings,
      List<Mark> marks,
      Attempts traffic) {

    static Drill of(Evidence evidence) {
      Duration recovered = evidence.recoveredAfter();
      return new Drill(
          evidence.drill(),
          evidence.verdict().toString(),
          evidence.line(),
          evidence.complaints(),
          evidence.fault(),
          evidence.seed(),
          evidence.began().toString(),
          evidence.ended().toString(),
          evidence.hits(),
          recovered == null ? null : recovered.toMillis(),
          evidence.fields().stream().map(Field::of).toList(),
          evidence.findings(),
          evidence.marks().stream().map(mark -> Mark.of(mark, evidence.began())).toList(),
          Attempts.of(Traffic.of(evidence)));
    }
  }

  record Field(String name, String value, String demanded, boolean good) {

    static Field of(Evidence.Field field) {
      return new Field(field.name(), field.value(), field.demanded(), field.good());
    }
  }

  record Mark(String lane, long fromMs, long toMs, String text) {

    static Mark of(Evidence.Mark mark, Instant origin) {
      return new Mark(
          mark.lane().name(),
          Duration.between(origin, mark.from()).toMillis(),
          Duration.between(origin, mark.to()).toMillis(),
          mark.text());
    }
  }

  record Attempts(
      long attempts,
      long requests,
      Map<String, Long> answers,
      long bucketMs,
      List<Bucket> buckets) {

    static Attempts of(Traffic traffic) {
      return new Attempts(
          traffic.attempts().size(),
          traffic.requests(),
          traffic.answers(),
          BUCKET.toMillis(),
          traffic.buckets(BUCKET).stream().map(Bucket::of).toList());
    }
  }

  record Bucket(long fromMs, int answered, int unknown, int refused) {

    static Bucket of(Traffic.Bucket bucket) {
      return new Bucket(
          bucket.from().toMillis(), bucket.answered(), bucket.unknown(), bucket.refused());
    }
  }
}
