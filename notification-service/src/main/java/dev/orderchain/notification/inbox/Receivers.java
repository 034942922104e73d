package dev.orderchain.notification.inbox;

import dev.orderchain.notification.parked.ParkedMessages;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.context.ApplicationScoped;

/** What all consumers receive with; one is told from another by its {@link Effect}. */
@ApplicationScoped
public class Receivers {
  private final Inbox inbox;
  private final ParkedMessages parkedMessages;
  private final BackOff backOff;
  private final MeterRegistry registry;

  Receivers(Inbox inbox, ParkedMessages parkedMessages, BackOff backOff, MeterRegistry registry) {
    this.inbox = inbox;
    this.parkedMessages = parkedMessages;
    this.backOff = backOff;
    this.registry = registry;
  }

  public ReceiveOrderEvents of(Effect effect) {
    ReceiveMeters meters = new ReceiveMeters(registry, effect.name());
    return new ReceiveOrderEvents(effect, inbox, parkedMessages, meters, backOff);
  }
}
