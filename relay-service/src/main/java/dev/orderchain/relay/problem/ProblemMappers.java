package dev.orderchain.relay.problem;

import io.quarkus.security.AuthenticationFailedException;
import io.quarkus.security.ForbiddenException;
import io.quarkus.security.UnauthorizedException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Turns what the framework throws into problem documents, so that no error has an empty body. */
class ProblemMappers {
  private static final Logger LOG = Logger.getLogger(ProblemMappers.class);

  @ServerExceptionMapper({UnauthorizedException.class, AuthenticationFailedException.class})
  Response unauthenticated(Exception e) {
    return Problem.UNAUTHENTICATED
        .builder("Send Authorization: Bearer <token>; the token must be signed and not expired.")
        .header(HttpHeaders.WWW_AUTHENTICATE, "Bearer")
        .build();
  }

  @ServerExceptionMapper
  Response forbidden(ForbiddenException e) {
    return Problem.FORBIDDEN.response("The token's role does not allow this call.");
  }

  @ServerExceptionMapper
  Response web(WebApplicationException e) {
    int status = e.getResponse().getStatus();
    return switch (status) {
      case 404 -> Problem.NOT_FOUND.response("Nothing is served at this path.");
      case 405 -> Problem.METHOD_NOT_ALLOWED.response("See /q/openapi for the methods.");
      case 406 -> Problem.NOT_ACCEPTABLE.response("Answers are application/json.");
      case 415 -> Problem.UNSUPPORTED_MEDIA_TYPE.response("These calls take no body.");
      default ->
          status >= 400 && status < 500
              ? Problem.MALFORMED_REQUEST.response("The request could not be read.")
              : status >= 500 ? broken(e) : e.getResponse();
    };
  }

  /** A broken invariant or a bug. The client gets a reference; the log has the rest. */
  @ServerExceptionMapper
  Response broken(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException) {
        LOG.warnf("request failed: %s", cause.getMessage());
        return Problem.UNAVAILABLE.response("Nothing was changed that was not committed.");
      }
    }
    String reference = UUID.randomUUID().toString();
    LOG.errorf(e, "request failed, reference %s", reference);
    return Problem.INTERNAL.response("The log of this service has it under " + reference + ".");
  }
}
