package dev.orderchain.order.database;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.ScheduledExecution;
import jakarta.enterprise.context.ApplicationScoped;

/** Leaves out scheduled work until the tables that it works on are there. */
@ApplicationScoped
public class SchemaIsMissing implements Scheduled.SkipPredicate {
  private final MigrateSchema schema;

  SchemaIsMissing(MigrateSchema schema) {
    this.schema = schema;
  }

  @Override
  public boolean test(ScheduledExecution execution) {
    return !schema.isDone();
  }
}
