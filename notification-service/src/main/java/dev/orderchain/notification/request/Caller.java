package dev.orderchain.notification.request;

import io.quarkus.security.ForbiddenException;
import jakarta.enterprise.context.RequestScoped;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** The caller of the current request, as its verified token says. */
@RequestScoped
public class Caller {
  private final JsonWebToken token;

  Caller(JsonWebToken token) {
    this.token = token;
  }

  /**
   * The tenant, compared byte for byte.
   *
   * @throws ForbiddenException when the token names none
   */
  public String tenant() {
    if (token.getClaim("tenant") instanceof String tenant && !tenant.isEmpty()) {
      return tenant;
    }
    throw new ForbiddenException("the token has no tenant");
  }
}
