package dev.orderchain.drills.check.invariant;

import static dev.orderchain.drills.check.fact.ListFacts.IN_FLIGHT;
import static dev.orderchain.drills.check.fact.ListFacts.SETTLED;
import static dev.orderchain.drills.check.fact.ListFacts.effect;
import static dev.orderchain.drills.check.fact.ListFacts.event;
import static dev.orderchain.drills.check.fact.ListFacts.order;
import static dev.orderchain.drills.check.fact.ListFacts.stock;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.drills.check.fact.Facts.Effect;
import dev.orderchain.drills.check.fact.Facts.Held;
import dev.orderchain.drills.check.fact.Facts.OrderPrice;
import dev.orderchain.drills.check.fact.Facts.Price;
import dev.orderchain.drills.check.fact.Facts.Product;
import dev.orderchain.drills.check.fact.Facts.State;
import dev.orderchain.drills.check.fact.Facts.Stock;
import dev.orderchain.drills.check.fact.ListFacts;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every invariant must reject the rows that break it, and nothing else. */
class InvariantTest {
  private final ListFacts facts = ListFacts.whole("o1", "o2", "o3");

  @Test
  void aWholeChainBreaksNothing() {
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsASentEventWithoutItsOrder() {
    facts.orders.remove(order("o2"));
    facts.effectsBefore.removeIf(effect -> effect.orderId().equals("o2"));
    assertEquals(Map.of(Invariant.SENT_WITHOUT_ORDER, List.of("o2")), broken());
  }

  @Test
  void rejectsASentEventWithoutItsEffect() {
    facts.effectsAfter.removeIf(effect -> effect.orderId().equals("o2"));
    assertEquals(Map.of(Invariant.SENT_WITHOUT_EFFECT, List.of("o2:1 (o2)")), broken());
  }

  @Test
  void rejectsAnEffectThatBelongsToAnotherOrder() {
    facts.effectsAfter.replaceAll(
        effect ->
            effect.orderId().equals("o2")
                ? new Effect("o2:1", "o3", "acme", "OrderPlaced", SETTLED)
                : effect);
    assertEquals(Map.of(Invariant.SENT_WITHOUT_EFFECT, List.of("o2:1 (o2)")), broken());
  }

  @Test
  void anEventSentAfterTheWatermarkMayStillBeOnItsWay() {
    facts.effectsAfter.removeIf(effect -> effect.orderId().equals("o2"));
    facts.events.remove(event("o2", State.SENT, SETTLED));
    facts.events.add(event("o2", State.SENT, IN_FLIGHT));
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsAnEffectWithoutInbox() {
    facts.inbox.remove("o2:1");
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_INBOX, List.of("o2:1")), broken());
  }

  @Test
  void anInboxRowMayBeGoneOnceItsEventCanComeNoMore() {
    facts.inbox.remove("o2:1");
    facts.effectsBefore.remove(effect("o2", SETTLED));
    facts.effectsBefore.add(effect("o2", ListFacts.INBOX_KEPT_SINCE.minusSeconds(1)));
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsASecondEffectOfOneEvent() {
    facts.effectsAfter.add(effect("o2", SETTLED));
    assertEquals(Map.of(Invariant.EFFECTS_PER_EVENT_OVER_ONE, List.of("o2:1")), broken());
  }

  @Test
  void rejectsAnEffectWithoutOrder() {
    facts.effectsBefore.add(effect("o9", SETTLED));
    facts.effectsAfter.add(effect("o9", SETTLED));
    facts.inbox.add("o9:1");
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_ORDER, List.of("o9 (acme)")), broken());
  }

  @Test
  void rejectsAnEffectForAnotherTenant() {
    facts.effectsBefore.replaceAll(
        effect -> effect.orderId().equals("o2") ? effect("o2", "evil", SETTLED) : effect);
    assertEquals(Map.of(Invariant.EFFECT_WITHOUT_ORDER, List.of("o2 (evil)")), broken());
  }

  @Test
  void anOrderPlacedBetweenTheReadingsIsNoError() {
    facts.effectsAfter.add(effect("o9", SETTLED));
    facts.inbox.add("o9:1");
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsStockThatDoesNotAddUp() {
    facts.stock.add(stock("SKU-2", 10, 9, 0));
    assertEquals(
        Map.of(
            Invariant.STOCK_NOT_ADDING_UP,
            List.of("SKU-2 (9 available + 0 reserved + 0 sold + 0 ordered, 10 supplied)")),
        broken());
  }

  @Test
  void rejectsAnOrderOfWhatWasNeverSupplied() {
    facts.stock.add(stock("SKU-?", 0, 0, 1));
    assertEquals(
        Map.of(
            Invariant.STOCK_NOT_ADDING_UP,
            List.of("SKU-? (0 available + 0 reserved + 0 sold + 1 ordered, 0 supplied)")),
        broken());
  }

  @Test
  void rejectsReservedAndSoldPiecesThatNoReservationStandsFor() {
    facts.stock.add(new Stock("SKU-2", 10, 8, 0, new Held(2, 0), new Held(0, 0)));
    facts.stock.add(new Stock("SKU-3", 10, 8, 0, new Held(0, 2), new Held(2, 0)));
    assertEquals(
        Map.of(
            Invariant.RESERVED_NOT_ADDING_UP,
            List.of(
                "SKU-2 (2 reserved, 0 sold; by reservations 0 and 0)",
                "SKU-3 (0 reserved, 2 sold; by reservations 2 and 0)")),
        broken());
  }

  @Test
  void rejectsAReservationThatTookNothing() {
    facts.stock.add(new Stock("SKU-2", 10, 10, 0, new Held(0, 0), new Held(1, 0)));
    assertEquals(
        Map.of(
            Invariant.RESERVED_NOT_ADDING_UP,
            List.of("SKU-2 (0 reserved, 0 sold; by reservations 1 and 0)")),
        broken());
  }

  @Test
  void rejectsAnOrderAtAPriceThatItsProductNeverHad() {
    facts.orderPrices.add(new OrderPrice("o2", "SKU-1", 1, 500, 450L));
    facts.orderPrices.add(new OrderPrice("o3", "SKU-1", 3, 500, null));
    assertEquals(
        Map.of(
            Invariant.ORDER_AT_NO_PRICE,
            List.of(
                "o2 (SKU-1 version 1 at 500, listed at 450)",
                "o3 (SKU-1 version 3 at 500, listed at null)")),
        broken());
  }

  @Test
  void rejectsAProductThatIsNotAtItsNewestPrice() {
    Price newest = new Price("SKU-2", 2, 300, SETTLED);
    facts.products.add(new Product("SKU-2", 1, 300, newest, 2));
    facts.products.add(new Product("SKU-3", 2, 200, newest, 2));
    facts.products.add(new Product("SKU-4", 1, 200, null, 0));
    assertEquals(
        Map.of(
            Invariant.PRODUCT_NOT_AT_NEWEST_PRICE,
            List.of(
                "SKU-2 (version 1 at 300; 2 prices, the newest version 2 at 300)",
                "SKU-3 (version 2 at 200; 2 prices, the newest version 2 at 300)",
                "SKU-4 (version 1 at 200; no price)")),
        broken());
  }

  @Test
  void rejectsAVersionWithoutPrice() {
    facts.products.add(new Product("SKU-2", 3, 300, new Price("SKU-2", 3, 300, SETTLED), 2));
    assertEquals(
        Map.of(
            Invariant.PRICE_VERSIONS_MISSING,
            List.of("SKU-2 (version 3 at 300; 2 prices, the newest version 3 at 300)")),
        broken());
  }

  @Test
  void rejectsAPriceThatWasToldToNobody() {
    facts.price(3, 550);
    assertEquals(
        Map.of(Invariant.PRICE_WITHOUT_EVENT, List.of("SKU-1 (PriceChanged as 3)")), broken());
  }

  @Test
  void anEventOfLongAgoMayBePurged() {
    facts.prices.add(
        new Price("SKU-1", 3, 550, ListFacts.OUTBOX_KEPT_SINCE.minus(Duration.ofMillis(1))));
    assertEquals(Map.of(), broken());
    facts.prices.add(new Price("SKU-1", 4, 550, ListFacts.OUTBOX_KEPT_SINCE));
    assertEquals(
        Map.of(Invariant.PRICE_WITHOUT_EVENT, List.of("SKU-1 (PriceChanged as 4)")), broken());
  }

  @Test
  void rejectsAnEventOfAPriceThatIsNot() {
    facts.event(1).event(3);
    assertEquals(
        Map.of(
            Invariant.PRICE_EVENT_WITHOUT_PRICE,
            List.of("SKU-1 (PriceChanged as 1)", "SKU-1 (PriceChanged as 3)")),
        broken());
  }

  @Test
  void rejectsAnOrderWithNeitherEventNorEffect() {
    facts.orders.add(order("o9"));
    assertEquals(Map.of(Invariant.ORDER_WITHOUT_EVENT, List.of("o9 (OrderPlaced as 1)")), broken());
  }

  @Test
  void aPurgedEventIsNoError() {
    facts.events.remove(event("o2", State.SENT, SETTLED));
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsPendingAndClaimedRowsOlderThanTheWatermark() {
    pending("o7", State.PENDING);
    pending("o8", State.CLAIMED);
    assertEquals(
        Map.of(Invariant.UNSENT_OVERDUE, List.of("o7:1 (PENDING)", "o8:1 (CLAIMED)")), broken());
  }

  @Test
  void aRowYoungerThanTheWatermarkMayBeUnsent() {
    facts.orders.add(order("o9"));
    facts.events.add(event("o9", State.PENDING, IN_FLIGHT));
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsAParkedRowAtAnyAge() {
    facts.orders.add(order("o9"));
    facts.events.add(event("o9", State.PARKED, IN_FLIGHT));
    assertEquals(Map.of(Invariant.PARKED, List.of("o9:1")), broken());
  }

  @Test
  void aDiscardedRowIsAnEnd() {
    pending("o9", State.DISCARDED);
    assertEquals(Map.of(), broken());
  }

  private void pending(String orderId, State state) {
    facts.orders.add(order(orderId));
    facts.events.add(event(orderId, state, SETTLED));
  }

  private Map<Invariant, List<String>> broken() {
    return Arrays.stream(Invariant.values())
        .filter(invariant -> invariant.finding(facts).count() > 0)
        .collect(Collectors.toMap(invariant -> invariant, i -> i.finding(facts).first()));
  }
}
