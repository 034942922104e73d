package dev.orderchain.drills.check;

import dev.orderchain.drills.check.invariant.Observation;
import dev.orderchain.drills.check.invariant.Observation.Delivery;
import dev.orderchain.drills.check.invariant.Observation.EffectRow;
import dev.orderchain.drills.check.invariant.Observation.EventRow;
import dev.orderchain.drills.check.invariant.Observation.OrderRow;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.history.Answer.Conflict;
import dev.orderchain.drills.history.Answer.Placed;
import dev.orderchain.drills.history.Answer.Refused;
import dev.orderchain.drills.history.Answer.Unknown;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** An observation in lists, to plant defects in; begins with all that a good one may contain. */
public final class Sightings {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  final List<Attempt> attempts = new ArrayList<>();
  public final List<OrderRow> orders = new ArrayList<>();
  public final List<EventRow> events = new ArrayList<>();
  public final List<EffectRow> effects = new ArrayList<>();
  public final List<Delivery> deliveries = new ArrayList<>();

  /**
   * Orders o1 to o5 by the keys k1 to k5: told at once; told at the third try; never told, nor is
   * that of k6, which there is none of; told after a refusal; with two events, the first of them
   * delivered again after the second.
   */
  public static Sightings good() {
    Sightings seen = new Sightings();
    for (int i = 1; i <= 5; i++) seen.order("o" + i, "k" + i, 1).event("o" + i, 1);
    seen.event("o5", 2);
    seen.deliveries.add(new Delivery("o5:1", "o5"));
    seen.deliveries.add(new Delivery("o1:1", "o1"));

    seen.attempt("k1", 1, new Placed("o1", false));
    seen.attempt("k1", 2, new Conflict());
    seen.attempt("k2", 1, new Unknown("no-answer"));
    seen.attempt("k2", 1, new Unknown("connection-broken"));
    seen.attempt("k2", 1, new Placed("o2", true));
    seen.attempt("k2", 1, new Placed("o2", true));
    seen.attempt("k3", 1, new Unknown("no-answer"));
    seen.attempt("k4", 1, new Refused(503, "unavailable"));
    seen.attempt("k4", 1, new Placed("o4", false));
    seen.attempt("k5", 1, new Placed("o5", false));
    seen.attempt("k6", 1, new Unknown("503/outcome-unknown"));
    seen.attempt("k7", 900, new Refused(409, "insufficient-stock"));
    return seen;
  }

  public Sightings attempt(String key, int quantity, Answer answer) {
    attempts.add(new Attempt(new Request("acme", key, "SKU-1", quantity), NOON, NOON, answer));
    return this;
  }

  public Sightings order(String id, String key, int quantity) {
    orders.add(new OrderRow(id, key, "SKU-1", quantity));
    return this;
  }

  /** An event that was sent, delivered and took effect. */
  public Sightings event(String orderId, int version) {
    String id = orderId + ":" + version;
    events.add(new EventRow(id, orderId, version, "SENT"));
    deliveries.add(new Delivery(id, orderId));
    effects.add(new EffectRow(id, orderId));
    return this;
  }

  /** Takes away the order and all that came of it. */
  public Sightings without(String orderId) {
    orders.removeIf(order -> order.id().equals(orderId));
    events.removeIf(event -> event.orderId().equals(orderId));
    deliveries.removeIf(delivery -> delivery.orderId().equals(orderId));
    effects.removeIf(effect -> effect.orderId().equals(orderId));
    return this;
  }

  public Sightings withoutEffect(String eventId) {
    effects.removeIf(effect -> effect.eventId().equals(eventId));
    return this;
  }

  public Observation observation() {
    return new Observation(attempts, orders, events, effects, deliveries);
  }
}
