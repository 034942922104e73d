package dev.orderchain.order.database;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Default;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jboss.logging.Logger;

/**
 * Brings the schema up to date at the start, or, when the database is away then, as soon as it is
 * there. Until then the service is live and not ready, and a stop ends it at once; Flyway's own
 * retries would keep all of that from it. A migration that fails ends the service: waiting would
 * not make it right.
 */
@Readiness
@Default // which a bean with a qualifier is not by itself
@ApplicationScoped
class MigrateSchema implements HealthCheck {
  static final Duration TRY_AGAIN = Duration.ofSeconds(2);

  private static final Logger LOG = Logger.getLogger(MigrateSchema.class);
  private static final int FAILED_STATUS = 4;

  private final Flyway flyway;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile boolean done;

  MigrateSchema(Flyway flyway) {
    this.flyway = flyway;
  }

  void begin(@Observes StartupEvent event) {
    if (!migrate()) {
      Thread.ofVirtual().name("migrate-schema").start(this::goOn);
    }
  }

  void stop(@Observes ShutdownEvent event) {
    stopping.countDown();
  }

  boolean isDone() {
    return done;
  }

  private void goOn() {
    try {
      while (!done && !stopping.await(TRY_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
        migrate();
      }
    } catch (FlywayException e) {
      LOG.fatal("The schema cannot be brought up to date. This service ends.", e);
      Quarkus.asyncExit(FAILED_STATUS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean migrate() {
    try {
      flyway.migrate();
      done = true;
    } catch (FlywayException e) {
      if (DatabaseFailure.of(e) != DatabaseFailure.UNREACHABLE) {
        throw e;
      }
      LOG.warnf("waiting for the database: %s", e.getMessage().lines().findFirst().orElse(""));
    }
    return done;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("schema is up to date").status(done).build();
  }
}
