package dev.orderchain.drills.check.invariant;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import dev.orderchain.drills.check.fact.Pair;
import dev.orderchain.drills.check.invariant.PriceObservation.Seen;
import dev.orderchain.drills.history.PriceHistory.Told;
import dev.orderchain.drills.history.PriceWrite;
import dev.orderchain.drills.history.PriceWrite.Changed;
import dev.orderchain.drills.history.PriceWrite.Refused;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What must hold between the history of one product's price and the prices that the database says
 * it has had, each as the stream of those that break it. A write whose outcome nobody knows is
 * looked up there: it may be one of them, or none.
 */
public enum PriceInvariant {
  /** Begun after a newer price was committed and the cache knew. */
  STALE_READ(
      seen -> {
        TreeMap<Instant, Integer> newest = newestSince(seen);
        return seen.seen()
            .filter(read -> read.version() < newest(newest, read.asked()))
            .map(read -> new Pair(price(read.version(), read.cents()), "asked " + read.asked()));
      }),

  READ_OF_NO_PRICE(
      seen -> {
        Set<String> prices = prices(seen);
        return seen.seen()
            .filter(read -> !prices.contains(price(read.version(), read.cents())))
            .map(PriceInvariant::price)
            .map(Pair::of)
            .distinct();
      }),

  /** Neither as it was asked for nor as it was answered, which have to be the same. */
  ACKNOWLEDGED_WITHOUT_PRICE(
      seen -> {
        Set<String> prices = prices(seen);
        return seen.writes().stream()
            .filter(write -> write.outcome() instanceof Changed)
            .map(write -> new Pair(price(write), price((Changed) write.outcome())))
            .filter(change -> !change.key().equals(change.with()) || !prices.contains(change.key()))
            .distinct();
      }),

  SEVERAL_WRITES_TOLD_FIRST(
      seen -> {
        Set<String> met = new HashSet<>();
        return seen.writes().stream()
            .filter(write -> write.outcome() instanceof Changed changed && !changed.replayed())
            .map(PriceInvariant::price)
            .filter(price -> !met.add(price))
            .map(Pair::of);
      }),

  /** Also a change that was made twice, the second time as the next version. */
  PRICE_NOT_ASKED_FOR(
      seen -> {
        Set<String> asked = seen.writes().stream().map(PriceInvariant::price).collect(toSet());
        return changes(seen).filter(price -> !asked.contains(price)).map(Pair::of);
      }),

  /** Every attempt was told that it had written nothing, and yet its price is there. */
  REFUSED_WITH_PRICE(
      seen -> {
        Map<String, List<PriceWrite>> asked =
            seen.writes().stream().collect(groupingBy(PriceInvariant::price));
        return changes(seen)
            .filter(asked::containsKey)
            .filter(
                price -> asked.get(price).stream().allMatch(w -> w.outcome() instanceof Refused))
            .map(Pair::of);
      });

  private final Function<PriceObservation, Stream<Pair>> offenders;

  PriceInvariant(Function<PriceObservation, Stream<Pair>> offenders) {
    this.offenders = offenders;
  }

  /** All of them, held against what was seen. */
  public static Map<PriceInvariant, Finding> judge(PriceObservation seen) {
    Map<PriceInvariant, Finding> findings = new EnumMap<>(PriceInvariant.class);
    for (PriceInvariant invariant : values()) findings.put(invariant, invariant.finding(seen));
    return findings;
  }

  Finding finding(PriceObservation seen) {
    return Finding.of(name().toLowerCase(Locale.ROOT), offenders.apply(seen));
  }

  /** Which version is the oldest that may be read, by the moment since which it is. */
  private static TreeMap<Instant, Integer> newestSince(PriceObservation seen) {
    TreeMap<Instant, Integer> newest = new TreeMap<>();
    int highest = 0;
    for (Told told : seen.told().stream().sorted(Comparator.comparing(Told::since)).toList()) {
      highest = Math.max(highest, told.version());
      newest.put(told.since(), highest);
    }
    return newest;
  }

  private static int newest(TreeMap<Instant, Integer> since, Instant asked) {
    Map.Entry<Instant, Integer> before = since.lowerEntry(asked);
    return before == null ? 0 : before.getValue();
  }

  private static Set<String> prices(PriceObservation seen) {
    return seen.rows().stream().map(row -> price(row.version(), row.cents())).collect(toSet());
  }

  /** Those that somebody asked for: all but the one that the product began with. */
  private static Stream<String> changes(PriceObservation seen) {
    return seen.rows().stream().skip(1).map(row -> price(row.version(), row.cents()));
  }

  private static String price(PriceWrite write) {
    return price(write.replaced() + 1, write.cents());
  }

  private static String price(Changed changed) {
    return price(changed.version(), changed.cents());
  }

  private static String price(Seen read) {
    return price(read.version(), read.cents());
  }

  private static String price(int version, long cents) {
    return "version " + version + " at " + cents;
  }
}
