package dev.orderchain.notification.message;

/** What a message turned out to be once it was read. */
public sealed interface Reading {
  Message message();

  record OfEvent(Message message, Event event) implements Reading {}

  /** It will never become an effect: it is parked, with the reason. */
  record Unreadable(Message message, String reason) implements Reading {}
}
