package dev.orderchain.order.credit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.order.OnCards;
import io.restassured.response.Response;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** What the tests of the credit limit share: tenants with a limit, and what they have open. */
abstract class OnCredit extends OnCards {
  static final String PROBLEMS = "https://order-chain.example/problems/";

  /** A tenant of its own, without a limit. */
  static String newTenant() {
    return "tenant-" + UUID.randomUUID();
  }

  static String newTenant(long limitCents) {
    String tenant = newTenant();
    execute("INSERT INTO credit_limit (tenant, limit_cents) VALUES (?, ?)", tenant, limitCents);
    return tenant;
  }

  static Response setLimit(String tenant, long limitCents) {
    return operator()
        .body("{\"limitCents\":%d}".formatted(limitCents))
        .put("/credit-limits/{tenant}", tenant);
  }

  static Response limit(String tenant) {
    return operator().get("/credit-limits/{tenant}", tenant);
  }

  static Response placeFor(String tenant, String key, String body) {
    return as(tenant)
        .header("Idempotency-Key", key)
        .contentType("application/json")
        .body(body)
        .post("/orders");
  }

  /** On account. */
  static Response placeFor(String tenant, String sku, int quantity) {
    return placeFor(tenant, newKey(), body(sku, quantity));
  }

  /** The sum as the rule has it, without the column that serves it. */
  static long used(String tenant) {
    return number(
        """
        SELECT COALESCE(SUM(price_cents * quantity), 0) FROM orders
        WHERE tenant = ? AND state = 'PLACED'
        """,
        tenant);
  }

  /** A session as the service's are. */
  static Connection session() throws SQLException {
    Connection session = connect();
    session.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    session.setAutoCommit(false);
    return session;
  }

  static Connection holding(String sql, Object... values) throws SQLException {
    Connection session = session();
    prepare(session, sql, values).executeQuery();
    return session;
  }

  static Connection holdingGuard(String tenant) throws SQLException {
    return holding("SELECT 1 FROM credit_limit WHERE tenant = ? FOR UPDATE", tenant);
  }

  static void assertPlaced(Response answer) {
    assertEquals(201, answer.statusCode(), answer.asString());
  }

  static void assertProblem(int status, String type, Response answer) {
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals("application/problem+json", answer.contentType());
    assertEquals(PROBLEMS + type, answer.path("type"));
  }

  static void assertExceeded(Response answer) {
    assertProblem(409, "credit-limit-exceeded", answer);
  }

  static void assertLimit(long limitCents, long usedCents, Response answer) {
    assertEquals(200, answer.statusCode(), answer.asString());
    assertEquals(limitCents, answer.jsonPath().getLong("limitCents"), answer.asString());
    assertEquals(usedCents, answer.jsonPath().getLong("usedCents"), answer.asString());
  }
}
