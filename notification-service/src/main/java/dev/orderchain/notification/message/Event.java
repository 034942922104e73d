package dev.orderchain.notification.message;

/**
 * A fact of the order domain as it was propagated.
 *
 * @param id which propagated fact it is: the same on every delivery
 * @param payloadHash SHA-256 over the RFC 8785 form of the payload: same id, same content?
 */
public record Event(String id, byte[] payloadHash, OrderFact fact) {}
