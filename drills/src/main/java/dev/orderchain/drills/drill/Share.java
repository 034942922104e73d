package dev.orderchain.drills.drill;

import dev.orderchain.drills.stage.Drill;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Part of the drills, for where there is no time for all of them: a core that is always run, one
 * drill at least for each row of the confirmation matrix, and of the others every Nth, drawn by the
 * seed.
 *
 * @param of N; 1 for all
 */
record Share(int of) {
  static final Set<String> CORE =
      Set.of(
          "duplicate-request",
          "order-killed-after-commit",
          "relay-killed-after-claim",
          "relay-killed-after-send",
          "relay-frozen",
          "consumer-killed-before-commit",
          "consumer-killed-before-offset",
          "card-killed-after-authorise",
          "card-killed-after-decision",
          "card-killed-after-capture",
          "card-killed-after-confirm",
          "card-payment-late",
          "cache-invalidation-lost",
          "cache-redis-restarted");

  private static final Pattern FORM = Pattern.compile("1/([1-9][0-9]{0,3})");

  /**
   * @throws IllegalArgumentException for anything but 1/N
   */
  static Share parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) throw new IllegalArgumentException("a share is 1/N, not " + text);
    return new Share(Integer.parseInt(form.group(1)));
  }

  /**
   * The chosen ones, in the order of all; at least one that is not of the core, if there is one.
   */
  List<Drill> choose(List<Drill> all, long seed) {
    List<Drill> others = new ArrayList<>();
    for (Drill drill : all) {
      if (!CORE.contains(drill.name())) others.add(drill);
    }
    Collections.shuffle(others, new Random(seed));
    Set<Drill> drawn = new HashSet<>(others.subList(0, Math.ceilDiv(others.size(), of)));
    return all.stream()
        .filter(drill -> CORE.contains(drill.name()) || drawn.contains(drill))
        .toList();
  }
}
