package dev.orderchain.drills.drill.card;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Problem;
import dev.orderchain.testbed.Chain;
import java.io.IOException;

/** An operator at {@code /reviews}. */
final class Reviewer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Stage stage;
  private final String authorization;

  Reviewer(Stage stage) {
    this.stage = stage;
    authorization =
        "Authorization: Bearer " + stage.world().mintToken(stage.tenant(), "operator") + "\r\n";
  }

  /**
   * What waits for a person.
   *
   * @param version changes when anything new is known
   */
  record Review(String workflowId, int version) {}

  /** The review of an order; null when it is not listed. */
  Review find(String orderId) throws IOException {
    try (HttpConnection http = connect()) {
      String after = "";
      do {
        JsonNode page = JSON.readTree(http.get("/reviews?after=" + after, authorization).body());
        for (JsonNode review : page.path("reviews")) {
          if (review.path("orderId").asText().equals(orderId)) {
            return new Review(review.path("workflowId").asText(), review.path("version").asInt());
          }
        }
        after = page.path("next").asText();
      } while (!after.isEmpty());
      return null;
    }
  }

  /** What a word on that version is answered: {@code 200/}, {@code 409/review-conflict}. */
  String say(Review review, int version, String resolution, String evidence) throws IOException {
    try (HttpConnection http = connect()) {
      HttpConnection.Response answer =
          http.post(
              "/reviews/" + review.workflowId(),
              authorization,
              "{\"version\":%d,\"resolution\":\"%s\",\"evidence\":\"%s\"}"
                  .formatted(version, resolution, evidence));
      return answer.status() + "/" + Problem.type(answer.body());
    }
  }

  /** Has the provider give up, by telephone, what it holds under that receipt. */
  int haveVoided(String receipt) throws IOException {
    try (HttpConnection http = new HttpConnection(stage.target(Chain.PAYMENT_PROVIDER).address())) {
      return http.post("/ledger/receipts/" + receipt + "/void", "", "").status();
    }
  }

  private HttpConnection connect() throws IOException {
    return new HttpConnection(stage.target(Chain.ORDER_SERVICE).address());
  }
}
