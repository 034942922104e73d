package dev.orderchain.drills.check;

import java.time.LocalDateTime;
import java.util.stream.Stream;

/**
 * What the two databases say. Each stream may be taken more than once and is sorted as its name
 * says, by bytes. The reading order makes work in flight harmless: the effects called <em>before
 * </em> were read before the order database, those called <em>after</em> after it. What follows
 * from an order cannot be there before the order, and what was settled cannot be missing after it.
 */
interface Facts {
  /** On the order database's clock: what is younger may still be on its way. */
  LocalDateTime watermark();

  /** On the notification database's clock: effects that are older may have lost their inbox row. */
  LocalDateTime inboxKeptSince();

  Stream<Order> ordersById();

  Stream<Event> eventsById();

  Stream<Event> eventsByOrder();

  /** The outbox rows that are neither SENT nor DISCARDED. */
  Stream<Event> unsent();

  Stream<Stock> stockBySku();

  Stream<Effect> effectsBeforeById();

  Stream<Effect> effectsBeforeByOrder();

  Stream<Effect> effectsAfterById();

  Stream<Effect> effectsAfterByOrder();

  /** The event ids that the inbox has recorded. */
  Stream<String> inboxAfterById();

  enum State {
    PENDING,
    CLAIMED,
    SENT,
    PARKED,
    DISCARDED
  }

  record Order(String id, String tenant) {}

  record Event(
      String id, String orderId, State state, LocalDateTime createdAt, LocalDateTime sentAt) {

    boolean sent() {
      return state == State.SENT;
    }

    boolean sentBy(LocalDateTime watermark) {
      return sent() && !sentAt.isAfter(watermark);
    }

    boolean createdBy(LocalDateTime watermark) {
      return !createdAt.isAfter(watermark);
    }
  }

  /**
   * The pieces of one SKU.
   *
   * @param ordered by orders that took them from what was available
   * @param moved to the stock's own columns
   * @param reservations what the reservations themselves add up to
   */
  record Stock(
      String sku, long supplied, long available, long ordered, Held moved, Held reservations) {

    boolean addsUp() {
      return available + moved.reserved() + moved.sold() + ordered == supplied;
    }
  }

  record Held(long reserved, long sold) {}

  record Effect(String eventId, String orderId, String tenant, LocalDateTime createdAt) {

    boolean createdSince(LocalDateTime time) {
      return !createdAt.isBefore(time);
    }
  }
}
