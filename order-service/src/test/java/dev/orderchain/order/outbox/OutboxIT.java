package dev.orderchain.order.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.order.OnRealServers;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What order-service promises about the outbox: the rows it writes, and those that it purges. */
@QuarkusTest
class OutboxIT extends OnRealServers {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Inject PurgeOutbox purge;

  @Test
  void placedOrderIsTheSampleEvent() throws Exception {
    JsonNode sample = contract("order-placed.sample.json");
    String traceparent = sample.at("/headers/traceparent").textValue();
    String id =
        as("acme")
            .header("Idempotency-Key", newKey())
            .header("traceparent", traceparent)
            .contentType("application/json")
            .body("{\"sku\":\"SKU-TEA\",\"quantity\":3}")
            .post("/orders")
            .path("orderId");

    JsonNode expected = JSON.readTree(sample.toString().replace(sample.get("key").textValue(), id));
    String where = " FROM outbox WHERE aggregate_id = ?";
    assertEquals(expected.get("value"), JSON.readTree(text("SELECT payload" + where, id)));
    assertEquals(expected.at("/headers/ce_id").textValue(), text("SELECT event_id" + where, id));
    assertEquals(
        expected.at("/headers/ce_type").textValue(), text("SELECT event_type" + where, id));
    assertEquals(traceparent, text("SELECT traceparent" + where, id));
    assertEquals("PENDING", text("SELECT state" + where, id));
  }

  @Test
  void columnsAreThoseOfTheContract() throws Exception {
    JsonNode contract = contract("outbox.json");
    List<String> expected = new ArrayList<>();
    contract.get("fact").forEach(column -> expected.add(column.textValue()));
    contract.get("delivery").forEach(column -> expected.add(column.textValue()));
    List<String> columns = new ArrayList<>();
    try (Connection connection = connect();
        ResultSet row =
            connection
                .createStatement()
                .executeQuery(
                    "SELECT column_name FROM information_schema.columns"
                        + " WHERE table_schema = 'orders' AND table_name = 'outbox'"
                        + " ORDER BY ordinal_position")) {
      while (row.next()) {
        columns.add(row.getString(1));
      }
    }
    assertEquals(expected, columns);
  }

  @Test
  void textIsUtf8mb4Everywhere() {
    assertEquals(
        0,
        number(
            "SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = 'orders'"
                + " AND table_name <> 'flyway_schema_history'"
                + " AND character_set_name IS NOT NULL AND character_set_name <> 'utf8mb4'"));
  }

  @Test
  void purgeRemovesOldSentRowsAndNothingElse() {
    List<String> kept = new ArrayList<>();
    for (String state : List.of("PENDING", "CLAIMED", "PARKED", "DISCARDED")) {
      kept.add(plant(state, 30));
    }
    kept.add(plant("SENT", 6));
    String old = plant("SENT", 8);

    purge.purge();

    for (String event : kept) {
      assertEquals(1, count(event), event);
    }
    assertEquals(0, count(old));
  }

  /** More than a batch, so that the purge has to go on by itself. */
  @Test
  void purgeGoesOnUntilAllAreGone() {
    String group = UUID.randomUUID().toString();
    execute(
        """
        INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,
                            traceparent, state, sent_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 990)
        SELECT CONCAT(?, ':', i), ?, i, 'T', '{}', '', 'SENT', NOW(6) - INTERVAL 8 DAY FROM n
        """,
        group,
        group);
    purge.purge();
    assertEquals(0, number("SELECT COUNT(*) FROM outbox WHERE aggregate_id = ?", group));
  }

  private static String plant(String state, int daysAgo) {
    String aggregate = UUID.randomUUID().toString();
    assertEquals(
        1,
        execute(
            """
            INSERT INTO outbox (event_id, aggregate_id, aggregate_version, event_type, payload,
                                traceparent, state, sent_at)
            VALUES (?, ?, 1, 'T', '{}', '', ?, NOW(6) - INTERVAL ? DAY)
            """,
            aggregate + ":1",
            aggregate,
            state,
            daysAgo));
    return aggregate + ":1";
  }

  private static long count(String eventId) {
    return number("SELECT COUNT(*) FROM outbox WHERE event_id = ?", eventId);
  }

  private static JsonNode contract(String name) throws IOException {
    try (InputStream in = OutboxIT.class.getResourceAsStream("/contracts/" + name)) {
      assertTrue(in != null, name);
      return JSON.readTree(in);
    }
  }
}
