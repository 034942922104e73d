package dev.orderchain.notification.database;

import dev.orderchain.notification.CheckSettings;
import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.Stopping;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.SQLException;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jboss.logging.Logger;

/**
 * Brings the schema up to date at the start, or, when the database is away then, as soon as it is
 * there. Until then the service is live and not ready, its consumer waits, and a stop ends it at
 * once; Flyway's own retries would keep all of that from it. A migration that fails ends the
 * service: waiting would not make it right.
 */
@Readiness
@ApplicationScoped
class MigrateSchema implements HealthCheck {
  private static final Logger LOG = Logger.getLogger(MigrateSchema.class);
  private static final int FAILED_STATUS = 4;

  private final Flyway flyway;
  private final NotificationSettings settings;
  private final Stopping stopping;
  private volatile boolean done;

  MigrateSchema(Flyway flyway, NotificationSettings settings, Stopping stopping) {
    this.flyway = flyway;
    this.settings = settings;
    this.stopping = stopping;
  }

  void begin(@Observes @Priority(CheckSettings.FIRST + 1) StartupEvent event) {
    if (!migrate()) {
      Thread.ofVirtual().name("migrate-schema").start(this::goOn);
    }
  }

  private void goOn() {
    try {
      while (!done && !stopping.beginsWithin(settings.retry().longest())) {
        migrate();
      }
    } catch (FlywayException e) {
      LOG.fatal("The schema cannot be brought up to date. This service ends.", e);
      Quarkus.asyncExit(FAILED_STATUS);
    }
  }

  private boolean migrate() {
    try {
      flyway.migrate();
      done = true;
    } catch (FlywayException e) {
      SQLException away =
          DatabaseFault.causeOf(e).filter(DatabaseFault::isNoAnswer).orElseThrow(() -> e);
      LOG.warnf("waiting for the database: %s", DatabaseFault.say(away));
    }
    return done;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("schema is up to date").status(done).build();
  }
}
