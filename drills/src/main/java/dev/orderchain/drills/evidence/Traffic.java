package dev.orderchain.drills.evidence;

import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The attempts of one drill, counted by the moment at which each ended. */
record Traffic(Instant origin, List<Attempt> attempts) {

  /** How attempts ended within one stretch of time; those where none ended are left out. */
  record Bucket(Duration from, int answered, int unknown, int refused) {

    private Bucket with(Answer answer) {
      return switch (answer) {
        case Answer.Placed placed -> new Bucket(from, answered + 1, unknown, refused);
        case Answer.Conflict conflict -> new Bucket(from, answered + 1, unknown, refused);
        case Answer.Unknown open -> new Bucket(from, answered, unknown + 1, refused);
        case Answer.Refused refusal -> new Bucket(from, answered, unknown, refused + 1);
      };
    }
  }

  static Traffic of(Evidence evidence) {
    return new Traffic(evidence.began(), evidence.attempts());
  }

  List<Bucket> buckets(Duration width) {
    Map<Long, Bucket> buckets = new TreeMap<>();
    for (Attempt attempt : attempts) {
      long index = Duration.between(origin, attempt.answered()).dividedBy(width);
      buckets.putIfAbsent(index, new Bucket(width.multipliedBy(index), 0, 0, 0));
      buckets.computeIfPresent(index, (at, bucket) -> bucket.with(attempt.answer()));
    }
    return new ArrayList<>(buckets.values());
  }

  /** How often which answer was given. */
  Map<String, Long> answers() {
    return attempts.stream()
        .map(attempt -> attempt.answer().brief())
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }

  long requests() {
    return attempts.stream().map(Attempt::request).distinct().count();
  }
}
