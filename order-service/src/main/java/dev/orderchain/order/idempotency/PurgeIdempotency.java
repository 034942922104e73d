package dev.orderchain.order.idempotency;

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
 * Removes expired idempotency rows, a small transaction a batch. Correctness does not wait for it:
 * an expired row that is still there is removed by the request that runs into it.
 */
@ApplicationScoped
class PurgeIdempotency {
  private final IdempotencyRecords records;
  private final Settings settings;

  PurgeIdempotency(IdempotencyRecords records, Settings settings) {
    this.records = records;
    this.settings = settings;
  }

  @Scheduled(
      every = "${order.idempotency.purge-every}",
      concurrentExecution = ConcurrentExecution.SKIP,
      skipExecutionIf = SchemaIsMissing.class)
  void purge() {
    int deleted;
    do {
      deleted =
          QuarkusTransaction.requiringNew().call(() -> records.purgeExpired(settings.purgeBatch()));
    } while (deleted == settings.purgeBatch());
  }

  /** Checked at start. */
  @ConfigMapping(prefix = "order.idempotency")
  interface Settings {
    /** A client that retries later than this makes a second order; never less than 24 h. */
    @DurationMin(hours = 24)
    Duration retention();

    @Min(1)
    @Max(10_000)
    int purgeBatch();

    String purgeEvery();
  }
}
