package dev.orderchain.notification.inbox;

import dev.orderchain.notification.message.Event;
import dev.orderchain.notification.message.Message;
import dev.orderchain.notification.message.ReadMessage;
import dev.orderchain.notification.message.Reading;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What has to be done for a batch, given what the inbox is known to have.
 *
 * @param firsts events not known yet, each once, in the batch's order
 * @param duplicates deliveries of known events with the known content: nothing to be done
 * @param conflicts known events with other content: parked
 * @param unreadable messages that are no event: parked
 */
record Sorted(List<Event> firsts, int duplicates, List<Parked> conflicts, List<Parked> unreadable) {

  record Parked(Message message, String reason) {}

  /**
   * @param known payload hashes of events in the inbox, by event id
   */
  static Sorted of(List<Reading> batch, Map<String, byte[]> known) {
    Map<String, byte[]> seen = new HashMap<>(known);
    List<Event> firsts = new ArrayList<>(batch.size());
    List<Parked> conflicts = new ArrayList<>();
    List<Parked> unreadable = new ArrayList<>();
    int duplicates = 0;
    for (Reading reading : batch) {
      switch (reading) {
        case Reading.Unreadable(var message, var reason) ->
            unreadable.add(new Parked(message, reason));
        case Reading.OfEvent(var message, var event) -> {
          byte[] hash = seen.putIfAbsent(event.id(), event.payloadHash());
          if (hash == null) {
            firsts.add(event);
          } else if (Arrays.equals(hash, event.payloadHash())) {
            duplicates++;
          } else {
            conflicts.add(conflict(message, event));
          }
        }
      }
    }
    return new Sorted(firsts, duplicates, conflicts, unreadable);
  }

  static List<String> eventIds(List<Reading> batch) {
    return batch.stream()
        .filter(Reading.OfEvent.class::isInstance)
        .map(reading -> ((Reading.OfEvent) reading).event().id())
        .distinct()
        .toList();
  }

  List<Parked> parked() {
    List<Parked> parked = new ArrayList<>(conflicts);
    parked.addAll(unreadable);
    return parked;
  }

  private static Parked conflict(Message message, Event event) {
    return new Parked(
        message,
        ReadMessage.reason("conflict: event " + event.id() + " was received with other content"));
  }
}
