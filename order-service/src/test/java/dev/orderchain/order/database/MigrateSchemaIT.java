package dev.orderchain.order.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Service;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as it is shipped, started while its database is away. */
class MigrateSchemaIT {
  private static final Duration ENDS_WITHIN = Duration.ofSeconds(5);

  @TempDir private Path folder;
  private Chain chain;
  private Service service;
  private CompletableFuture<Void> starting;

  @BeforeEach
  void prepare() {
    chain = Chain.in(folder);
    service = chain.orderService();
  }

  @AfterEach
  void end() {
    chain.close();
  }

  @Test
  void refusesUntilItsDatabaseComesAndIsReadyThen() throws Exception {
    startWithoutDatabase();
    assertUnavailable(place());
    assertUnavailable(shopper().get("/orders/1"));
    assertUnavailable(shopper().get("/orders/1/chain"));

    chain.orderDb().start();
    starting.join();
    Response placed = place();
    assertEquals(201, placed.statusCode(), placed.asString());
    // What was refused has left nothing: this is the key's first request.
    assertNull(placed.header("Idempotency-Replayed"));
    assertEquals("1", asked("orders", "SELECT COUNT(*) FROM orders"));
    assertEquals("1", asked("relay", "SELECT COUNT(*) FROM outbox"));
    // Nor was any of its own work tried meanwhile.
    assertFalse(Files.readString(service.log()).contains("ERROR"));
  }

  @Test
  void aStopEndsItAtOnce() throws Exception {
    startWithoutDatabase();
    ProcessHandle process = ProcessHandle.of(service.pid().orElseThrow()).orElseThrow();
    process.destroy();
    process.onExit().get(ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
    // It ended while it was being waited for to become ready.
    assertThrows(CompletionException.class, starting::join);
  }

  @Test
  void aMigrationThatFailsEndsIt() throws Exception {
    chain.orderDb().start();
    try (Connection connection = chain.orderDb().connect("orders");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE outbox (in_the_way INT)");
    }
    chain.orderDb().kill();
    startWithoutDatabase();

    chain.orderDb().start();
    assertThrows(CompletionException.class, starting::join);
    assertTrue(Files.readString(service.log()).contains("The schema cannot be brought up to date"));
  }

  /** Returns when it is live; {@link #starting} goes on until it is ready. */
  private void startWithoutDatabase() {
    starting = CompletableFuture.runAsync(service::start, task -> Thread.ofPlatform().start(task));
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              starting.getNow(null);
              return health("live").equals("UP");
            });
    assertEquals("DOWN", health("ready"));
  }

  private String health(String kind) {
    return RestAssured.get(service.http() + "/q/health/" + kind).path("status");
  }

  private Response place() {
    return shopper()
        .header("Idempotency-Key", "k1")
        .contentType("application/json")
        .body("{\"sku\":\"SKU-1\",\"quantity\":1}")
        .post("/orders");
  }

  private RequestSpecification shopper() {
    return RestAssured.given()
        .baseUri(service.http().toString())
        .header("Authorization", "Bearer " + chain.mintToken("acme", "shopper"));
  }

  private static void assertUnavailable(Response answer) {
    assertEquals(503, answer.statusCode(), answer.asString());
    assertEquals("https://order-chain.example/problems/unavailable", answer.path("type"));
    assertTrue(Integer.parseInt(answer.header("Retry-After")) > 0);
  }

  private String asked(String account, String sql) throws SQLException {
    try (Connection connection = chain.orderDb().connect(account);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertTrue(row.next());
      return row.getString(1);
    }
  }
}
