package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.order.OnCards;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a card order tells the world is what the contracts say, member by member. */
@QuarkusTest
class CardEventsIT extends OnCards {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Three pieces come to the samples' amount. */
  @BeforeAll
  static void priceOfTheSamples() {
    execute("UPDATE product SET price_cents = 625 WHERE sku = 'SKU-TEA'");
  }

  @Test
  void confirmedAndRefundedOrdersAreTheSampleEvents() throws Exception {
    String orderId = order("tok_ok");
    awaitState(orderId, "CONFIRMED");
    assertIsSample("order-confirmed.sample.json", orderId);
    assertEquals(202, refund(orderId, newKey()).statusCode());
    awaitState(orderId, "REFUNDED");
    assertIsSample("order-refunded.sample.json", orderId);
  }

  @Test
  void cancelledOrderIsTheSampleEvent() throws Exception {
    String orderId = order("tok_declined");
    awaitState(orderId, "CANCELLED");
    assertIsSample("order-cancelled.sample.json", orderId);
  }

  private static String order(String token) {
    return place(newKey(), cardBody("SKU-TEA", 3, token)).path("orderId");
  }

  private static void assertIsSample(String name, String orderId) throws IOException {
    String text = Files.readString(Path.of("../contracts", name));
    JsonNode sample = JSON.readTree(text);
    JsonNode expected = JSON.readTree(text.replace(sample.get("key").textValue(), orderId));
    String eventId = expected.at("/headers/ce_id").textValue();
    String where = " FROM outbox WHERE event_id = ?";
    assertEquals(
        expected.at("/headers/ce_type").textValue(), text("SELECT event_type" + where, eventId));
    assertEquals(expected.get("value"), JSON.readTree(text("SELECT payload" + where, eventId)));
  }
}
