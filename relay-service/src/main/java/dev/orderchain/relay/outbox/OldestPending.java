package dev.orderchain.relay.outbox;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** The gauge to alarm on: how long the oldest event has been waiting. NaN: the database is away. */
@ApplicationScoped
class OldestPending {
  private final Outbox outbox;

  OldestPending(Outbox outbox) {
    this.outbox = outbox;
  }

  void register(@Observes StartupEvent event, MeterRegistry meters) {
    Gauge.builder("relay.oldest.pending.seconds", this, OldestPending::seconds).register(meters);
  }

  private double seconds() {
    try {
      return QuarkusTransaction.requiringNew().call(outbox::oldestPendingSeconds);
    } catch (RuntimeException databaseAway) {
      return Double.NaN;
    }
  }
}
