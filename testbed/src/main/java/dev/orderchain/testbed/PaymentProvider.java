package dev.orderchain.testbed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The stand-in for the company that takes the card payments. Its late notices go to the chain's own
 * order-service.
 */
public final class PaymentProvider extends Service {
  private static final ObjectMapper JSON = new ObjectMapper();

  PaymentProvider(Home home, String name, Path jar, Supplier<Map<String, String>> usual) {
    super(home, name, jar, usual);
  }

  /**
   * What it knows of a payment: {@code GET /ledger?key=}, also where look-up finds nothing. {@code
   * /payments/0/state} is missing when there is no such payment; {@code /calls/CAPTURE} says how
   * often that was received.
   */
  public JsonNode ledger(String paymentKey) {
    try {
      return JSON.readTree(get("/ledger?key=" + paymentKey));
    } catch (IOException e) {
      throw new TestbedException(name() + " does not show its ledger: " + e.getMessage(), e);
    }
  }
}
