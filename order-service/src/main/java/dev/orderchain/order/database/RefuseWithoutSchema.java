package dev.orderchain.order.database;

import dev.orderchain.order.problem.Problem;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Refuses every request until the schema is there. What a half-made one says, that there is no such
 * product for example, must not be told to a client.
 */
class RefuseWithoutSchema {
  private final MigrateSchema schema;

  RefuseWithoutSchema(MigrateSchema schema) {
    this.schema = schema;
  }

  @ServerRequestFilter
  Optional<Response> refuse() {
    return schema.isDone()
        ? Optional.empty()
        : Optional.of(
            Problem.UNAVAILABLE.response(
                "The database is not there yet.", MigrateSchema.TRY_AGAIN));
  }
}
