package dev.orderchain.payment.request;

import dev.orderchain.payment.ledger.Token;
import dev.orderchain.payment.problem.Problem;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns what is thrown into problem documents, so that no error has an empty body. */
class ProblemMappers {
  private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

  @ServerExceptionMapper
  Response malformed(Incoming.Malformed e) {
    return e.problem() == Problem.UNKNOWN_TOKEN
        ? e.problem().response(e.getMessage(), Map.of("knownTokens", Token.texts()))
        : e.problem().response(e.getMessage());
  }

  @ServerExceptionMapper
  Response web(WebApplicationException e) {
    int status = e.getResponse().getStatus();
    return switch (status) {
      case 404 -> Problem.NOT_FOUND.response("Nothing is served at this path.");
      case 405 -> Problem.METHOD_NOT_ALLOWED.response("See /q/openapi for the methods.");
      case 406 -> Problem.NOT_ACCEPTABLE.response("Answers are application/json.");
      case 415 -> Problem.UNSUPPORTED_MEDIA_TYPE.response("Send Content-Type: application/json.");
      default ->
          status >= 400 && status < 500
              ? Problem.MALFORMED_REQUEST.response("The request could not be read.")
              : status >= 500 ? broken(e) : e.getResponse();
    };
  }

  /** The ledger is away, or there is a bug: the client gets a reference, the log has the rest. */
  @ServerExceptionMapper
  Response broken(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        LOG.warnf("request failed: %s", cause.getMessage());
        return Problem.UNAVAILABLE.response("The ledger cannot be reached; try again.");
      }
    }
    String reference = UUID.randomUUID().toString();
    LOG.errorf(e, "request failed, reference %s", reference);
    return Problem.INTERNAL.response("The log of this service has it under " + reference + ".");
  }
}
