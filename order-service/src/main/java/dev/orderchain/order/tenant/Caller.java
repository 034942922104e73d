package dev.orderchain.order.tenant;

import io.quarkus.security.ForbiddenException;
import jakarta.enterprise.context.RequestScoped;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** The caller of the current request, as its verified token says. */
@RequestScoped
public class Caller {
  private static final int MAX_TENANT_CHARACTERS = 255;

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
    Object tenant = token.getClaim("tenant");
    if (tenant instanceof String name && isTenant(name)) {
      return name;
    }
    throw new ForbiddenException("the token has no tenant");
  }

  /** Whether a token may name such a tenant. */
  public static boolean isTenant(String name) {
    int characters = name.codePointCount(0, name.length());
    return characters >= 1 && characters <= MAX_TENANT_CHARACTERS;
  }

  /** Who it is, for the record. */
  public String name() {
    return token.getName();
  }
}
