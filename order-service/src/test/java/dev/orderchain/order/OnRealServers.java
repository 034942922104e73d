package dev.orderchain.order;

import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** What the tests of this service share: its real database, its API as a tenant sees it. */
@WithTestResource(
    value = TestServers.class,
    initArgs = @ResourceArg(name = "service", value = "order-service"),
    scope = TestResourceScope.GLOBAL)
public abstract class OnRealServers {
  private static final String TOKEN = TestServers.current().mintToken("acme", "shopper");

  protected static ConditionFactory await() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptions();
  }

  protected static String newKey() {
    return UUID.randomUUID().toString();
  }

  /** A product of its own, with this much stock. */
  protected static String newSku(long supplied) {
    return addSku("T-" + UUID.randomUUID(), supplied);
  }

  protected static String addSku(String sku, long supplied) {
    execute("INSERT INTO product (sku, name) VALUES (?, ?)", sku, "Product " + sku);
    execute(
        "INSERT INTO product_price (sku, version, price_cents, changed_by)"
            + " SELECT sku, version, price_cents, 'test' FROM product WHERE sku = ?",
        sku);
    execute(
        "INSERT INTO stock (sku, supplied, available) VALUES (?, ?, ?)", sku, supplied, supplied);
    return sku;
  }

  protected static RequestSpecification as(String tenant) {
    return RestAssured.given()
        .header("Authorization", "Bearer " + TestServers.current().mintToken(tenant, "shopper"));
  }

  protected static RequestSpecification acme() {
    return RestAssured.given().header("Authorization", "Bearer " + TOKEN);
  }

  protected static Response place(String key, String body) {
    return acme()
        .header("Idempotency-Key", key)
        .contentType("application/json")
        .body(body)
        .post("/orders");
  }

  protected static String body(String sku, int quantity) {
    return "{\"sku\":\"%s\",\"quantity\":%d}".formatted(sku, quantity);
  }

  /** One number of the order database, as its owner sees it. */
  protected static long number(String sql, Object... values) {
    return query(sql, row -> row.getLong(1), values);
  }

  protected static String text(String sql, Object... values) {
    return query(sql, row -> row.getString(1), values);
  }

  private static <T> T query(String sql, Column<T> column, Object... values) {
    try (Connection connection = connect();
        PreparedStatement statement = prepare(connection, sql, values);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new AssertionError("no row: " + sql);
      }
      return column.of(row);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  protected static int execute(String sql, Object... values) {
    try (Connection connection = connect();
        PreparedStatement statement = prepare(connection, sql, values)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  protected static Connection connect() throws SQLException {
    return TestServers.current().orderDb().connect("orders");
  }

  protected static PreparedStatement prepare(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /** How many sessions wait for a row lock. */
  protected static long lockWaits() {
    return query("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'", row -> row.getLong(2));
  }

  /** Makes calls from as many sides, lined up, and returns their answers in the calls' order. */
  @SafeVarargs
  protected static List<Response> together(Callable<Response>... calls) throws Exception {
    CountDownLatch line = new CountDownLatch(calls.length);
    try (ExecutorService sides = Executors.newFixedThreadPool(calls.length)) {
      List<Future<Response>> running = new ArrayList<>();
      for (Callable<Response> call : calls) {
        running.add(
            sides.submit(
                () -> {
                  line.countDown();
                  line.await();
                  return call.call();
                }));
      }
      List<Response> answers = new ArrayList<>();
      for (Future<Response> answer : running) {
        answers.add(answer.get());
      }
      return answers;
    }
  }

  /** All rows that placing an order writes, and the pieces that it takes. */
  protected static Rows rows() {
    return new Rows(
        number("SELECT COUNT(*) FROM order_idempotency"),
        number("SELECT COUNT(*) FROM orders"),
        number("SELECT COUNT(*) FROM outbox"),
        number("SELECT SUM(available) FROM stock"));
  }

  protected record Rows(long idempotency, long orders, long outbox, long available) {}

  private interface Column<T> {
    T of(ResultSet row) throws SQLException;
  }
}
