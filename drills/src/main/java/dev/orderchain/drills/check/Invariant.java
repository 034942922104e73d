package dev.orderchain.drills.check;

import dev.orderchain.drills.check.Facts.Event;
import dev.orderchain.drills.check.Facts.State;
import java.util.function.Function;
import java.util.stream.Stream;

/** What must hold, each as the stream of those that break it. All of them have to be empty. */
enum Invariant {
  SENT_WITHOUT_ORDER(
      facts ->
          AntiJoin.of(
              facts.eventsByOrder().filter(Event::sent).map(event -> Pair.of(event.orderId())),
              facts.ordersById().map(order -> Pair.of(order.id())))),

  /** The effect must be of the same order, too: an event may not take another one's effect. */
  SENT_WITHOUT_EFFECT(
      facts ->
          AntiJoin.of(
              facts
                  .eventsById()
                  .filter(event -> event.sentBy(facts.watermark()))
                  .map(event -> new Pair(event.id(), event.orderId())),
              facts
                  .effectsAfterById()
                  .map(effect -> new Pair(effect.eventId(), effect.orderId())))),

  /** Inbox rows are purged when their event can be delivered no more; then none is asked for. */
  EFFECT_WITHOUT_INBOX(
      facts ->
          AntiJoin.of(
              facts
                  .effectsBeforeById()
                  .filter(effect -> effect.createdSince(facts.inboxKeptSince()))
                  .map(effect -> Pair.of(effect.eventId())),
              facts.inboxAfterById().map(Pair::of))),

  EFFECTS_PER_EVENT_OVER_ONE(
      facts -> Repeats.of(facts.effectsAfterById().map(effect -> Pair.of(effect.eventId())))),

  /** The order must be of the same tenant, too: nobody is told about another one's order. */
  EFFECT_WITHOUT_ORDER(
      facts ->
          AntiJoin.of(
              facts
                  .effectsBeforeByOrder()
                  .map(effect -> new Pair(effect.orderId(), effect.tenant())),
              facts.ordersById().map(order -> new Pair(order.id(), order.tenant())))),

  STOCK_NOT_ADDING_UP(
      facts ->
          facts
              .stockBySku()
              .filter(stock -> !stock.addsUp())
              .map(
                  stock ->
                      new Pair(
                          stock.sku(),
                          "%d available + %d reserved + %d sold + %d ordered, %d supplied"
                              .formatted(
                                  stock.available(),
                                  stock.moved().reserved(),
                                  stock.moved().sold(),
                                  stock.ordered(),
                                  stock.supplied())))),

  /** The stock's sum cannot tell a reservation's pieces from those of another. */
  RESERVED_NOT_ADDING_UP(
      facts ->
          facts
              .stockBySku()
              .filter(stock -> !stock.moved().equals(stock.reservations()))
              .map(
                  stock ->
                      new Pair(
                          stock.sku(),
                          "%d reserved, %d sold; by reservations %d and %d"
                              .formatted(
                                  stock.moved().reserved(),
                                  stock.moved().sold(),
                                  stock.reservations().reserved(),
                                  stock.reservations().sold())))),

  /** A purged event was SENT long ago, so then its effect stands for it. */
  ORDER_WITHOUT_EVENT(
      facts ->
          AntiJoin.of(
              AntiJoin.of(
                  facts.ordersById().map(order -> Pair.of(order.id())),
                  facts.eventsByOrder().map(event -> Pair.of(event.orderId()))),
              facts.effectsAfterByOrder().map(effect -> Pair.of(effect.orderId())))),

  UNSENT_OVERDUE(
      facts ->
          facts
              .unsent()
              .filter(event -> event.state() != State.PARKED)
              .filter(event -> event.createdBy(facts.watermark()))
              .map(event -> new Pair(event.id(), event.state().name()))),

  PARKED(
      facts ->
          facts
              .unsent()
              .filter(event -> event.state() == State.PARKED)
              .map(event -> Pair.of(event.id())));

  private final Function<Facts, Stream<Pair>> offenders;

  Invariant(Function<Facts, Stream<Pair>> offenders) {
    this.offenders = offenders;
  }

  Stream<Pair> offenders(Facts facts) {
    return offenders.apply(facts);
  }

  Finding finding(Facts facts) {
    return Finding.of(label(), offenders(facts));
  }

  String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
