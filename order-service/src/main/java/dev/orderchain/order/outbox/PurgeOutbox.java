package dev.orderchain.order.outbox;

import dev.orderchain.order.database.SchemaIsMissing;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.config.ConfigMapping;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;

/**
 * Removes sent rows after their time, a small transaction a batch, never a row that is not SENT.
 */
@ApplicationScoped
class PurgeOutbox {
  private final Outbox outbox;
  private final Settings settings;

  PurgeOutbox(Outbox outbox, Settings settings) {
    this.outbox = outbox;
    this.settings = settings;
  }

  @Scheduled(
      every = "${order.outbox.purge-every}",
      concurrentExecution = ConcurrentExecution.SKIP,
      skipExecutionIf = SchemaIsMissing.class)
  void purge() {
    int deleted;
    do {
      deleted =
          QuarkusTransaction.requiringNew()
              .call(() -> outbox.purgeSent(settings.sentRetention(), settings.purgeBatch()));
    } while (deleted > 0);
  }

  /** Checked at start. */
  @ConfigMapping(prefix = "order.outbox")
  interface Settings {
    @DurationMin(minutes = 1)
    Duration sentRetention();

    @Min(1)
    @Max(10_000)
    int purgeBatch();

    String purgeEvery();
  }
}
