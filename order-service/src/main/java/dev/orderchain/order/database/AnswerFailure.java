package dev.orderchain.order.database;

import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.problem.ProblemMappers;
import io.quarkus.narayana.jta.QuarkusTransactionException;
import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** A database that is out of reach or busy is no fault of the request: 503, try again. */
class AnswerFailure {
  private final ProblemMappers others;

  AnswerFailure(ProblemMappers others) {
    this.others = others;
  }

  @ServerExceptionMapper({PersistenceException.class, QuarkusTransactionException.class})
  Response failed(Exception failure, ContainerRequestContext request) {
    return switch (DatabaseFailure.of(failure)) {
      case LOCK_LOST ->
          Problem.UNAVAILABLE.response("Others are at the same rows.", MigrateSchema.TRY_AGAIN);
      case UNREACHABLE ->
          request.getMethod().equals("GET")
              ? Problem.UNAVAILABLE.response(
                  "The database could not be reached.", MigrateSchema.TRY_AGAIN)
              : Problem.OUTCOME_UNKNOWN.response(
                  "The database went away; send the same request again.", MigrateSchema.TRY_AGAIN);
      case KEY_TAKEN, OTHER -> others.broken(failure);
    };
  }
}
