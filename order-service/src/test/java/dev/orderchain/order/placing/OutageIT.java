package dev.orderchain.order.placing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Servers that go away and come back; the service needs no restart. */
@QuarkusTest
class OutageIT extends OnRealServers {
  private static final int SHOPPERS = 4;

  /** What was acknowledged is there after mysqld was killed, and what is there was asked for. */
  @Test
  void databaseKilledUnderLoadLosesNothing() throws Exception {
    String sku = newSku(1_000_000);
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    AtomicBoolean enough = new AtomicBoolean();
    try (ExecutorService shoppers = Executors.newFixedThreadPool(SHOPPERS)) {
      for (int i = 0; i < SHOPPERS; i++) {
        shoppers.submit(() -> shop(sku, acknowledged, enough));
      }
      await().until(() -> acknowledged.size() > 50);
      TestServers.current().orderDb().kill();
      int beforeRecovery = acknowledged.size();
      TestServers.current().orderDb().start();
      await().until(() -> acknowledged.size() > beforeRecovery + 50);
      enough.set(true);
    }

    Set<String> placed = new HashSet<>();
    try (var connection = connect();
        var statement = prepare(connection, "SELECT order_id FROM orders WHERE sku = ?", sku);
        var row = statement.executeQuery()) {
      while (row.next()) {
        placed.add(row.getString(1));
      }
    }
    // Every request was repeated with its key until it was acknowledged, so the sets are equal.
    assertEquals(placed, acknowledged);
    assertEquals(
        1_000_000 - placed.size(), number("SELECT available FROM stock WHERE sku = ?", sku));
  }

  private static void shop(String sku, Set<String> acknowledged, AtomicBoolean enough) {
    while (!enough.get()) {
      String key = newKey();
      await()
          .until(
              () -> {
                var answer = place(key, body(sku, 1));
                return answer.statusCode() == 201
                    && acknowledged.add(answer.path("orderId").toString());
              });
    }
  }

  @Test
  void readingWithoutADatabaseIsToBeTriedAgain() {
    String orderId = place(newKey(), body(newSku(1), 1)).path("orderId");
    TestServers.current().orderDb().kill();
    try {
      for (String path : new String[] {"/orders/" + orderId, "/orders/" + orderId + "/chain"}) {
        var answer = acme().get(path);
        assertEquals(503, answer.statusCode(), path);
        assertTrue(answer.path("type").toString().endsWith("/unavailable"), answer.asString());
      }
    } finally {
      TestServers.current().orderDb().start();
    }
    await().until(() -> acme().get("/orders/" + orderId).statusCode() == 200);
  }

  @Test
  void ordersDoNotWaitForRedis() {
    String sku = newSku(100);
    place(newKey(), body(sku, 1));
    for (boolean gone : new boolean[] {true, false}) {
      if (gone) {
        TestServers.current().redis().kill();
      } else {
        TestServers.current().redis().start();
        TestServers.current().redis().pause();
      }
      try {
        for (int i = 0; i < 5; i++) {
          long start = System.nanoTime();
          assertEquals(201, place(newKey(), body(sku, 1)).statusCode());
          Duration took = Duration.ofNanos(System.nanoTime() - start);
          assertTrue(took.toMillis() < 900, "took " + took + " with Redis gone: " + gone);
        }
      } finally {
        TestServers.current().redis().resume();
        TestServers.current().redis().start();
      }
    }
  }
}
