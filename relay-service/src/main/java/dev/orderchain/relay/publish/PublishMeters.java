package dev.orderchain.relay.publish;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** What a relay counts. */
final class PublishMeters {
  final Timer claim;
  final Counter claimed;
  final Counter sent;
  final Counter fenced;
  final Counter givenBack;
  final Counter takenBack;
  final Counter parked;

  PublishMeters(MeterRegistry registry) {
    claim = Timer.builder("relay.claim").description("A claim's transaction").register(registry);
    claimed = registry.counter("relay.events", "what", "claimed");
    sent = registry.counter("relay.events", "what", "sent");
    fenced = registry.counter("relay.events", "what", "fenced");
    givenBack = registry.counter("relay.events", "what", "given_back");
    takenBack = registry.counter("relay.events", "what", "taken_back");
    parked = registry.counter("relay.events", "what", "parked");
  }
}
