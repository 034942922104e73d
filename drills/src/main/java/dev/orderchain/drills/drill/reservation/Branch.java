package dev.orderchain.drills.drill.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.client.HttpConnection.Response;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Problem;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.util.UUID;

/**
 * A reservation that nobody has heard of yet. What it is answered is told as {@code 200/CANCELLED},
 * {@code 409/reservation-cancelled}: the status with the state, or with the problem's type.
 */
final class Branch {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Stage stage;
  private final String token;
  private final String path = "/reservations/" + UUID.randomUUID() + "/drill";

  /**
   * @param token a coordinator's
   */
  Branch(Stage stage, String token) {
    this.stage = stage;
    this.token = token;
  }

  static String coordinator(Stage stage) {
    return stage.world().mintToken(stage.tenant(), "coordinator");
  }

  String reserve(int quantity) throws IOException {
    String body = "{\"sku\":\"%s\",\"quantity\":%d}".formatted(stage.sku(), quantity);
    return told("Try " + quantity, ask(http -> http.put(path, headers(), body)));
  }

  String confirm() throws IOException {
    return told("Confirm", askFor("confirm"));
  }

  String cancel() throws IOException {
    return told("Cancel", askFor("cancel"));
  }

  /** Without a step in the evidence. */
  String askFor(String end) throws IOException {
    return ask(http -> http.post(path + "/" + end, headers(), ""));
  }

  String state() throws IOException {
    String answer = ask(http -> http.get(path, headers()));
    return answer.substring(answer.indexOf('/') + 1);
  }

  private String told(String call, String answer) {
    stage.evidence().mark(Lane.CHECK, call + ": " + answer);
    return answer;
  }

  private interface Call {
    Response on(HttpConnection http) throws IOException;
  }

  private String ask(Call call) throws IOException {
    try (HttpConnection http = new HttpConnection(stage.target(Chain.ORDER_SERVICE).address())) {
      Response answer = call.on(http);
      JsonNode json = JSON.readTree(answer.body());
      String word = json.has("state") ? json.path("state").asText() : Problem.type(answer.body());
      return answer.status() + "/" + word;
    }
  }

  private String headers() {
    return "Authorization: Bearer " + token + "\r\n";
  }
}
