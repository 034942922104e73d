package dev.orderchain.drills.stage.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.client.HttpConnection;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The payment provider's ledger: the truth about money, also where look-up finds nothing. */
public final class Ledger {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAGE = 1_000;

  private final String address;

  public Ledger(String address) {
    this.address = address;
  }

  /** A payment as it is now. */
  public record Payment(
      String key, String state, String receipt, long capturedCents, long refundedCents) {
    /** What is with us. */
    public long keptCents() {
      return capturedCents - refundedCents;
    }

    private static Payment of(JsonNode entry) {
      return new Payment(
          entry.path("paymentKey").asText(),
          entry.path("state").asText(),
          entry.path("receipt").asText(),
          entry.path("capturedCents").asLong(),
          entry.path("refundedCents").asLong());
    }
  }

  /** All there are, by key. */
  public Map<String, Payment> payments() throws IOException {
    Map<String, Payment> payments = new HashMap<>();
    try (HttpConnection http = new HttpConnection(address)) {
      String after = "0";
      while (!after.isEmpty()) {
        JsonNode page = JSON.readTree(http.get(path(after)).body());
        for (JsonNode entry : page.path("payments")) {
          payments.put(entry.path("paymentKey").asText(), Payment.of(entry));
        }
        after = page.path("next").asText();
      }
    }
    return payments;
  }

  /** One, by its key; null when there is none. */
  public Payment payment(String key) throws IOException {
    try (HttpConnection http = new HttpConnection(address)) {
      JsonNode entry =
          JSON.readTree(http.get("/ledger?key=" + key).body()).path("payments").path(0);
      return entry.isMissingNode() ? null : Payment.of(entry);
    }
  }

  private static String path(String after) {
    return "/ledger?after=" + after + "&limit=" + PAGE;
  }

  /** How often it received which call about a payment: AUTHORISE:2,CAPTURE:1. */
  public String calls(String paymentKey) throws IOException {
    try (HttpConnection http = new HttpConnection(address)) {
      JsonNode page = JSON.readTree(http.get("/ledger?key=" + paymentKey).body());
      return page.path("calls").properties().stream()
          .filter(call -> call.getValue().asInt() > 0)
          .map(call -> call.getKey() + ":" + call.getValue())
          .collect(Collectors.joining(","));
    }
  }
}
