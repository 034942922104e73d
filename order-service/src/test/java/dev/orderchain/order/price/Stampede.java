package dev.orderchain.order.price;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import io.micrometer.core.instrument.MeterRegistry;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Many want a product that is not in the cache. */
abstract class Stampede extends OnRealServers {
  private static final int READERS = 64;

  @Inject MeterRegistry meters;

  @Test
  @SuppressWarnings("unchecked")
  void manyReadersReadTheDatabaseOnceOrTwice() throws Exception {
    String sku = newSku(1);
    double readers = readers();
    double reads = databaseReads();
    Callable<Response> read = () -> RestAssured.get("/products/" + sku);
    Callable<Response>[] all = Collections.nCopies(READERS, read).toArray(Callable[]::new);
    try (ExecutorService side = Executors.newSingleThreadExecutor();
        Connection connection = connect();
        Statement statement = connection.createStatement()) {
      // No read ends before all have asked.
      statement.execute("LOCK TABLES product WRITE");
      Future<List<Response>> answers = side.submit(() -> together(all));
      await().until(() -> readers() == readers + READERS);
      statement.execute("UNLOCK TABLES");
      for (Response answer : answers.get()) {
        assertEquals(200, answer.statusCode());
        assertEquals(sku, answer.path("sku"));
        assertEquals(cacheStatus(), answer.header("Cache-Status"));
      }
    }
    double took = databaseReads() - reads;
    // The first one's and that of all others; one is counted just before it asks.
    assertTrue(took >= 1 && took <= 3, "reads: " + took);
  }

  abstract String cacheStatus();

  private double readers() {
    return meters.counter("prices.read", "from", "database").count();
  }

  private double databaseReads() {
    return meters.counter("prices.database.reads").count();
  }
}
