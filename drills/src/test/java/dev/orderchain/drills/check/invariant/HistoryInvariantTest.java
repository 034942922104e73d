package dev.orderchain.drills.check.invariant;

import static dev.orderchain.drills.check.invariant.HistoryInvariant.ACKNOWLEDGED_WITHOUT_EFFECT;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.ACKNOWLEDGED_WITHOUT_ORDER;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.DELIVERED_WITHOUT_EVENT;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.EFFECTS_OUT_OF_ORDER;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.EFFECT_WITHOUT_EVENT;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.EVENT_WITHOUT_EFFECT;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.EVENT_WITH_SEVERAL_EFFECTS;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.FACT_WITH_SEVERAL_EVENTS;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.FIRST_DELIVERIES_OUT_OF_ORDER;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.KEY_WITH_SEVERAL_ORDERS;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.LEFT_PENDING_OR_CLAIMED;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.ORDER_NOT_ASKED_FOR;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.ORDER_WITH_SEVERAL_KEYS;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.REFUSED_WITH_ORDER;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.SENT_WITHOUT_DELIVERY;
import static dev.orderchain.drills.check.invariant.HistoryInvariant.SEVERAL_ATTEMPTS_TOLD_FIRST;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.drills.check.Sightings;
import dev.orderchain.drills.check.invariant.Observation.Delivery;
import dev.orderchain.drills.check.invariant.Observation.EffectRow;
import dev.orderchain.drills.check.invariant.Observation.EventRow;
import dev.orderchain.drills.history.Answer.Conflict;
import dev.orderchain.drills.history.Answer.Placed;
import dev.orderchain.drills.history.Answer.Refused;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every invariant must reject what breaks it, and nothing else. */
class HistoryInvariantTest {
  private final Sightings seen = Sightings.good();

  @Test
  void allThatAGoodHistoryMayContainBreaksNothing() {
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsAnAcknowledgedOrderThatIsNotThere() {
    seen.without("o1");
    assertEquals(
        Map.of(
            ACKNOWLEDGED_WITHOUT_ORDER, List.of("o1 (k1)"),
            ACKNOWLEDGED_WITHOUT_EFFECT, List.of("o1 (k1)")),
        broken());
  }

  @Test
  void rejectsAnAcknowledgedOrderWithOtherContent() {
    seen.orders.removeIf(order -> order.id().equals("o1"));
    seen.order("o1", "k1", 2);
    assertEquals(
        Map.of(
            ACKNOWLEDGED_WITHOUT_ORDER, List.of("o1 (k1)"),
            REFUSED_WITH_ORDER, List.of("o1 (k1)")),
        broken());
  }

  @Test
  void anOrderIsLostOnceHoweverOftenItWasAcknowledged() {
    seen.without("o2");
    assertEquals(1, judged(ACKNOWLEDGED_WITHOUT_ORDER).count());
  }

  @Test
  void rejectsARequestThatWasToldOfAnotherOnesOrder() {
    seen.attempt("k8", 1, new Placed("o1", false));
    assertEquals(Map.of(ORDER_WITH_SEVERAL_KEYS, List.of("k8 (o1)")), broken());
  }

  @Test
  void rejectsTwoAttemptsThatWereBothToldToBeTheFirst() {
    seen.attempt("k1", 1, new Placed("o1", false));
    assertEquals(Map.of(SEVERAL_ATTEMPTS_TOLD_FIRST, List.of("o1 (k1)")), broken());
  }

  @Test
  void rejectsAnOrderThatTwoKeysStandFor() {
    seen.order("o3", "k6", 1);
    assertEquals(Map.of(ORDER_WITH_SEVERAL_KEYS, List.of("k6 (o3)")), broken());
  }

  @Test
  void rejectsAnAcknowledgedOrderWithoutEventAndEffect() {
    seen.without("o1").order("o1", "k1", 1);
    assertEquals(Map.of(ACKNOWLEDGED_WITHOUT_EFFECT, List.of("o1 (k1)")), broken());
  }

  @Test
  void rejectsAnEventWithoutItsEffectAlsoWhenNobodyWasToldOfItsOrder() {
    seen.withoutEffect("o3:1");
    assertEquals(Map.of(EVENT_WITHOUT_EFFECT, List.of("o3:1 (o3)")), broken());
  }

  @Test
  void rejectsAnOrdersSecondEventWithoutEffectThoughItsFirstHasOne() {
    seen.withoutEffect("o5:2");
    assertEquals(Map.of(EVENT_WITHOUT_EFFECT, List.of("o5:2 (o5)")), broken());
  }

  @Test
  void rejectsAnEffectThatNamesAnotherOrder() {
    seen.withoutEffect("o3:1").effects.add(new EffectRow("o3:1", "o2"));
    assertEquals(
        Map.of(
            EVENT_WITHOUT_EFFECT, List.of("o3:1 (o3)"),
            EFFECT_WITHOUT_EVENT, List.of("o3:1 (o2)")),
        broken());
  }

  @Test
  void rejectsASentEventThatTheBrokerDoesNotHave() {
    seen.deliveries.removeIf(delivery -> delivery.eventId().equals("o1:1"));
    assertEquals(Map.of(SENT_WITHOUT_DELIVERY, List.of("o1:1")), broken());
  }

  @Test
  void rejectsASecondOrderByOneKeyThoughNobodyWasToldOfIt() {
    seen.order("o9", "k1", 1).event("o9", 1);
    assertEquals(Map.of(KEY_WITH_SEVERAL_ORDERS, List.of("k1 (o9)")), broken());
  }

  @Test
  void rejectsAKeyThatWasToldOfTwoOrders() {
    seen.order("o9", null, 1).event("o9", 1).attempt("k1", 1, new Placed("o9", true));
    assertEquals(
        Map.of(
            KEY_WITH_SEVERAL_ORDERS, List.of("k1 (o9)"),
            ORDER_NOT_ASKED_FOR, List.of("o9 (null)")),
        broken());
  }

  @Test
  void countsEveryFurtherOrderOfAKey() {
    seen.order("o8", "k1", 1).event("o8", 1).order("o9", "k1", 1).event("o9", 1);
    assertEquals(Map.of(KEY_WITH_SEVERAL_ORDERS, List.of("k1 (o8)", "k1 (o9)")), broken());
  }

  @Test
  void rejectsOneFactToldByTwoEvents() {
    seen.events.add(new EventRow("again", "o1", 1, "SENT"));
    seen.deliveries.add(new Delivery("again", "o1"));
    seen.effects.add(new EffectRow("again", "o1"));
    assertEquals(Map.of(FACT_WITH_SEVERAL_EVENTS, List.of("again (o1)")), broken());
  }

  @Test
  void rejectsASecondEffectOfOneEvent() {
    seen.effects.add(new EffectRow("o1:1", "o1"));
    assertEquals(Map.of(EVENT_WITH_SEVERAL_EFFECTS, List.of("o1:1 (o1)")), broken());
  }

  @Test
  void rejectsAnOrderByAKeyThatNobodyUsed() {
    seen.order("o9", "k9", 1).event("o9", 1);
    assertEquals(Map.of(ORDER_NOT_ASKED_FOR, List.of("o9 (k9)")), broken());
  }

  @Test
  void rejectsAnOrderWithContentThatNobodyAskedFor() {
    seen.order("o6", "k6", 3).event("o6", 1);
    assertEquals(Map.of(ORDER_NOT_ASKED_FOR, List.of("o6 (k6)")), broken());
  }

  @Test
  void rejectsAnOrderThatNoKeyStandsFor() {
    seen.order("o9", null, 1).event("o9", 1);
    assertEquals(Map.of(ORDER_NOT_ASKED_FOR, List.of("o9 (null)")), broken());
  }

  @Test
  void rejectsTheOrderOfARequestThatWasRefused() {
    seen.order("o7", "k7", 900).event("o7", 1);
    assertEquals(Map.of(REFUSED_WITH_ORDER, List.of("o7 (k7)")), broken());
  }

  @Test
  void rejectsTheOrderOfARequestThatWasAConflict() {
    seen.attempt("k6", 2, new Conflict()).order("o6", "k6", 2).event("o6", 1);
    assertEquals(Map.of(REFUSED_WITH_ORDER, List.of("o6 (k6)")), broken());
  }

  @Test
  void anOrderMayBeThereWhenOneAttemptWasRefusedAndAnotherIsUnknown() {
    seen.attempt("k6", 1, new Refused(503, "unavailable")).order("o6", "k6", 1).event("o6", 1);
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsARecordWithoutEvent() {
    seen.deliveries.add(new Delivery("o1:2", "o1"));
    assertEquals(Map.of(DELIVERED_WITHOUT_EVENT, List.of("o1:2 (o1)")), broken());
  }

  @Test
  void rejectsARecordUnderAnotherOrdersKey() {
    seen.deliveries.add(new Delivery("o1:1", "o2"));
    assertEquals(Map.of(DELIVERED_WITHOUT_EVENT, List.of("o1:1 (o2)")), broken());
  }

  @Test
  void rejectsAnEffectWithoutEvent() {
    seen.effects.add(new EffectRow("o1:2", "o1"));
    assertEquals(Map.of(EFFECT_WITHOUT_EVENT, List.of("o1:2 (o1)")), broken());
  }

  @Test
  void rejectsAFirstDeliveryThatALaterEventOvertook() {
    seen.deliveries.removeIf(delivery -> delivery.eventId().equals("o5:1"));
    seen.deliveries.add(new Delivery("o5:1", "o5"));
    assertEquals(Map.of(FIRST_DELIVERIES_OUT_OF_ORDER, List.of("o5:1 (o5)")), broken());
  }

  @Test
  void rejectsEffectsInAnotherOrderThanTheirEvents() {
    Collections.reverse(seen.effects);
    assertEquals(Map.of(EFFECTS_OUT_OF_ORDER, List.of("o5:1 (o5)")), broken());
  }

  @Test
  void rejectsRowsThatAreStillDue() {
    seen.events.add(new EventRow("o1:2", "o1", 2, "PENDING"));
    seen.events.add(new EventRow("o2:2", "o2", 2, "CLAIMED"));
    seen.effects.add(new EffectRow("o1:2", "o1"));
    seen.effects.add(new EffectRow("o2:2", "o2"));
    assertEquals(
        Map.of(LEFT_PENDING_OR_CLAIMED, List.of("o1:2 (PENDING)", "o2:2 (CLAIMED)")), broken());
  }

  /** As many orders as acknowledgements, as many effects as events. */
  @Test
  void oneLostOrderAndOneDoubledDoNotCancelOut() {
    seen.without("o1").order("o9", "k3", 1).event("o9", 1);
    assertEquals(
        Map.of(
            ACKNOWLEDGED_WITHOUT_ORDER, List.of("o1 (k1)"),
            ACKNOWLEDGED_WITHOUT_EFFECT, List.of("o1 (k1)"),
            KEY_WITH_SEVERAL_ORDERS, List.of("k3 (o9)")),
        broken());
  }

  @Test
  void oneLostEffectAndOneDoubledDoNotCancelOut() {
    seen.withoutEffect("o3:1").effects.add(new EffectRow("o2:1", "o2"));
    assertEquals(
        Map.of(
            EVENT_WITHOUT_EFFECT, List.of("o3:1 (o3)"),
            EVENT_WITH_SEVERAL_EFFECTS, List.of("o2:1 (o2)")),
        broken());
  }

  private Finding judged(HistoryInvariant invariant) {
    return HistoryInvariant.judge(seen.observation()).get(invariant);
  }

  private Map<HistoryInvariant, List<String>> broken() {
    return HistoryInvariant.judge(seen.observation()).entrySet().stream()
        .filter(finding -> finding.getValue().count() > 0)
        .collect(toMap(Map.Entry::getKey, finding -> finding.getValue().first()));
  }
}
