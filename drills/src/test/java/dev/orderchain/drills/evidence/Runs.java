package dev.orderchain.drills.evidence;

import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Answer.Conflict;
import dev.orderchain.drills.history.Answer.Placed;
import dev.orderchain.drills.history.Answer.Refused;
import dev.orderchain.drills.history.Answer.Unknown;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A run with a drill of each verdict. */
final class Runs {
  static final String HOSTILE = "<script>alert('x')</script> & \"]]>\u0000\u001b[31m";

  private Runs() {}

  static Run ofEachVerdict() {
    Instant began = Instant.parse("2026-01-31T12:00:00Z");
    return new Run(
        began,
        began.plusMillis(61_500),
        "local",
        7,
        Map.of("MySQL", "9.7.4"),
        List.of(passed(), failed(), notRun()),
        List.of("process 4711: " + HOSTILE));
  }

  /** Attempts that end 0, 249, 250, 1000 and 1001 ms after the beginning. */
  private static Evidence passed() {
    Evidence evidence = new Evidence("kafka-killed", "the broker is killed", 7, line -> {});
    evidence.hit("its process had ended");
    evidence.hit("its process had ended");
    evidence.mark(Lane.FAULT, "killed");
    evidence.mark(Lane.RECOVERY, evidence.began(), "everything in effect");
    evidence.mark(Lane.CHECK, "checked");
    evidence.show("placedWhileAway", 12);
    evidence.demand("lost", 0, 0);
    evidence.found(new Finding("parked", 0, List.of()));
    evidence.recoveredAfter(Duration.ofMillis(1234));
    evidence.end(
        List.of(
            attempt(evidence, "k1", 0, new Placed("o1", false)),
            attempt(evidence, "k1", 249, new Conflict()),
            attempt(evidence, "k2", 250, new Unknown("no-answer")),
            attempt(evidence, "k2", 1000, new Refused(503, "unavailable")),
            attempt(evidence, "k2", 1001, new Placed("o2", true))));
    return evidence;
  }

  private static Evidence failed() {
    Evidence evidence = new Evidence("link-cut " + HOSTILE, HOSTILE, 7, line -> {});
    evidence.hit(HOSTILE);
    evidence.mark(Lane.FAULT, HOSTILE);
    evidence.show(HOSTILE, HOSTILE);
    evidence.demand("lost", 2, 0);
    evidence.found(new Finding("parked", 11, List.of("o1:1", HOSTILE)));
    evidence.failed(HOSTILE);
    evidence.end(List.of(attempt(evidence, "k1", 1, new Unknown(HOSTILE))));
    return evidence;
  }

  private static Evidence notRun() {
    Evidence evidence = new Evidence("relay-clock-ahead", "its clock runs ahead", 7, line -> {});
    evidence.notRun("libfaketime is not there");
    evidence.end(List.of());
    return evidence;
  }

  private static Attempt attempt(Evidence evidence, String key, long endMillis, Answer answer) {
    Instant end = evidence.began().plusMillis(endMillis);
    return new Attempt(new Request("acme", key, "SKU-1", 1), end.minusMillis(5), end, answer);
  }
}
