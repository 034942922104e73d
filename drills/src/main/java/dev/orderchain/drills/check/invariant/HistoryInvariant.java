package dev.orderchain.drills.check.invariant;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import dev.orderchain.drills.check.fact.Pair;
import dev.orderchain.drills.check.invariant.Observation.Delivery;
import dev.orderchain.drills.check.invariant.Observation.EffectRow;
import dev.orderchain.drills.check.invariant.Observation.EventRow;
import dev.orderchain.drills.check.invariant.Observation.OrderRow;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Answer.Placed;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.Request;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What must hold between a history, the rows and the broker's records once the chain is at rest,
 * each as the stream of those that break it. Found by matching pairs, never by comparing counts:
 * one lost and one doubled must not cancel out. What two databases say without a history is {@link
 * Invariant}'s.
 */
public enum HistoryInvariant {
  ACKNOWLEDGED_WITHOUT_ORDER(
      Kind.LOST,
      seen -> {
        Map<String, OrderRow> orders =
            seen.orders().stream().collect(toMap(OrderRow::id, Function.identity(), (a, b) -> a));
        return seen.acknowledgements()
            .filter(attempt -> !isOf(attempt.request(), orders.get(orderId(attempt))))
            .map(attempt -> new Pair(orderId(attempt), attempt.request().key()))
            .distinct();
      }),

  /** Two requests that share an order: one of them has none. */
  ORDER_WITH_SEVERAL_KEYS(
      Kind.LOST,
      seen ->
          keysAndOrders(seen).collect(groupingBy(Pair::with)).values().stream()
              .flatMap(keys -> keys.stream().skip(1))),

  ACKNOWLEDGED_WITHOUT_EFFECT(
      Kind.LOST,
      seen -> {
        Set<String> told = seen.effects().stream().map(EffectRow::orderId).collect(toSet());
        return seen.acknowledgements()
            .filter(attempt -> !told.contains(orderId(attempt)))
            .map(attempt -> new Pair(orderId(attempt), attempt.request().key()))
            .distinct();
      }),

  EVENT_WITHOUT_EFFECT(
      Kind.LOST,
      seen -> {
        Set<Pair> effects = seen.effects().stream().map(HistoryInvariant::pair).collect(toSet());
        return seen.events().stream()
            .map(HistoryInvariant::pair)
            .filter(event -> !effects.contains(event));
      }),

  SENT_WITHOUT_DELIVERY(
      Kind.LOST,
      seen -> {
        Set<String> delivered = seen.deliveries().stream().map(Delivery::eventId).collect(toSet());
        return seen.events().stream()
            .filter(event -> event.state().equals("SENT") && !delivered.contains(event.id()))
            .map(event -> Pair.of(event.id()));
      }),

  KEY_WITH_SEVERAL_ORDERS(
      Kind.DOUBLED,
      seen ->
          keysAndOrders(seen).collect(groupingBy(Pair::key)).values().stream()
              .flatMap(orders -> orders.stream().skip(1))),

  /** The same fact told by two events: no inbox can tell that their effects are one. */
  FACT_WITH_SEVERAL_EVENTS(
      Kind.DOUBLED,
      seen -> {
        Set<Pair> met = new HashSet<>();
        return seen.events().stream()
            .filter(event -> !met.add(new Pair(event.orderId(), "version " + event.version())))
            .map(HistoryInvariant::pair);
      }),

  EVENT_WITH_SEVERAL_EFFECTS(
      Kind.DOUBLED,
      seen -> {
        Set<String> met = new HashSet<>();
        return seen.effects().stream()
            .filter(effect -> !met.add(effect.eventId()))
            .map(HistoryInvariant::pair);
      }),

  /** Only one attempt by a key can have been the one that placed the order. */
  SEVERAL_ATTEMPTS_TOLD_FIRST(
      Kind.OTHER,
      seen -> {
        Set<String> met = new HashSet<>();
        return seen.acknowledgements()
            .filter(attempt -> attempt.answer() instanceof Placed placed && !placed.replayed())
            .filter(attempt -> !met.add(attempt.request().key()))
            .map(attempt -> new Pair(orderId(attempt), attempt.request().key()));
      }),

  /** By a key and with the content of some request, whatever that one was answered. */
  ORDER_NOT_ASKED_FOR(
      Kind.OTHER,
      seen -> {
        Map<Content, List<Attempt>> asked = attemptsByContent(seen);
        return seen.orders().stream()
            .filter(order -> !asked.containsKey(Content.of(order)))
            .map(order -> new Pair(order.id(), String.valueOf(order.key())));
      }),

  /** Every attempt was told that it had written nothing, and yet its order is there. */
  REFUSED_WITH_ORDER(
      Kind.OTHER,
      seen -> {
        Map<Content, List<Attempt>> asked = attemptsByContent(seen);
        return seen.orders().stream()
            .filter(order -> asked.containsKey(Content.of(order)))
            .filter(
                order -> asked.get(Content.of(order)).stream().allMatch(HistoryInvariant::refused))
            .map(order -> new Pair(order.id(), order.key()));
      }),

  /** The order is the record's key, so a record under another one's is out of its order's sight. */
  DELIVERED_WITHOUT_EVENT(
      Kind.OTHER,
      seen -> {
        Set<Pair> events = seen.events().stream().map(HistoryInvariant::pair).collect(toSet());
        return seen.deliveries().stream()
            .map(HistoryInvariant::pair)
            .filter(delivery -> !events.contains(delivery));
      }),

  EFFECT_WITHOUT_EVENT(
      Kind.OTHER,
      seen -> {
        Set<Pair> events = seen.events().stream().map(HistoryInvariant::pair).collect(toSet());
        return seen.effects().stream()
            .map(HistoryInvariant::pair)
            .filter(effect -> !events.contains(effect));
      }),

  /** Later deliveries of an event may come whenever they like. */
  FIRST_DELIVERIES_OUT_OF_ORDER(
      Kind.ORDER,
      seen -> outOfOrder(seen, seen.deliveries().stream().map(HistoryInvariant::pair).toList())),

  EFFECTS_OUT_OF_ORDER(
      Kind.ORDER,
      seen -> outOfOrder(seen, seen.effects().stream().map(HistoryInvariant::pair).toList())),

  LEFT_PENDING_OR_CLAIMED(
      Kind.OTHER,
      seen ->
          seen.events().stream()
              .filter(event -> event.state().equals("PENDING") || event.state().equals("CLAIMED"))
              .map(event -> new Pair(event.id(), event.state())));

  /** What it would mean for a user. */
  public enum Kind {
    LOST,
    DOUBLED,
    ORDER,
    OTHER
  }

  private final Kind kind;
  private final Function<Observation, Stream<Pair>> offenders;

  HistoryInvariant(Kind kind, Function<Observation, Stream<Pair>> offenders) {
    this.kind = kind;
    this.offenders = offenders;
  }

  public Kind kind() {
    return kind;
  }

  /** All of them, held against what was seen. */
  public static Map<HistoryInvariant, Finding> judge(Observation seen) {
    Map<HistoryInvariant, Finding> findings = new EnumMap<>(HistoryInvariant.class);
    for (HistoryInvariant invariant : values()) findings.put(invariant, invariant.finding(seen));
    return findings;
  }

  Finding finding(Observation seen) {
    return Finding.of(name().toLowerCase(Locale.ROOT), offenders.apply(seen));
  }

  /** What makes two attempts ask for the same, and an order the one that they asked for. */
  private record Content(String key, String sku, int quantity) {

    static Content of(Request request) {
      return new Content(request.key(), request.sku(), request.quantity());
    }

    static Content of(OrderRow order) {
      return new Content(order.key(), order.sku(), order.quantity());
    }
  }

  private static Map<Content, List<Attempt>> attemptsByContent(Observation seen) {
    return seen.attempts().stream().collect(groupingBy(a -> Content.of(a.request())));
  }

  private static boolean refused(Attempt attempt) {
    return switch (attempt.answer()) {
      case Answer.Refused refused -> true;
      case Answer.Conflict conflict -> true;
      case Answer.Placed placed -> false;
      case Answer.Unknown unknown -> false;
    };
  }

  private static boolean isOf(Request request, OrderRow order) {
    return order != null
        && request.sku().equals(order.sku())
        && request.quantity() == order.quantity();
  }

  /** As the rows have them, and as those who asked were told. */
  private static Stream<Pair> keysAndOrders(Observation seen) {
    return Stream.concat(
            seen.orders().stream()
                .filter(order -> order.key() != null)
                .map(order -> new Pair(order.key(), order.id())),
            seen.acknowledgements()
                .map(attempt -> new Pair(attempt.request().key(), orderId(attempt))))
        .distinct();
  }

  private static String orderId(Attempt attempt) {
    return ((Placed) attempt.answer()).orderId();
  }

  private static Pair pair(EventRow event) {
    return new Pair(event.id(), event.orderId());
  }

  private static Pair pair(EffectRow effect) {
    return new Pair(effect.eventId(), effect.orderId());
  }

  private static Pair pair(Delivery delivery) {
    return new Pair(delivery.eventId(), delivery.orderId());
  }

  /** Of those that come for the first time, the ones that a later event of their order overtook. */
  private static Stream<Pair> outOfOrder(Observation seen, Collection<Pair> eventsAndOrders) {
    Map<String, Integer> versions =
        seen.events().stream().collect(toMap(EventRow::id, EventRow::version, (a, b) -> a));
    Map<String, Integer> highest = new HashMap<>();
    Set<String> met = new HashSet<>();
    return eventsAndOrders.stream()
        .filter(pair -> versions.containsKey(pair.key()))
        .filter(pair -> met.add(pair.key()))
        .filter(
            pair -> {
              int version = versions.get(pair.key());
              return highest.merge(pair.with(), version, Math::max) > version;
            });
  }
}
