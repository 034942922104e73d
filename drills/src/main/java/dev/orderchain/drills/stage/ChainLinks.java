package dev.orderchain.drills.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.StreamSupport;

/** What an order says of itself at {@code GET /orders/ID/chain}. */
public final class ChainLinks {
  private ChainLinks() {}

  /** What is missing and whose it is, {@code claim/relay-service}; "nothing" when nothing is. */
  public static List<String> missing(Stage stage, String orderId) throws IOException {
    JsonNode chain = new ObjectMapper().readTree(stage.chainOf(orderId));
    List<String> missing =
        StreamSupport.stream(chain.path("confirmations").spliterator(), false)
            .filter(link -> link.path("state").asText().equals("MISSING"))
            .map(ChainLinks::inWords)
            .distinct()
            .toList();
    return missing.isEmpty() ? List.of("nothing") : missing;
  }

  private static String inWords(JsonNode link) {
    return link.path("confirmation").asText()
        + "/"
        + link.path("responsible").asText().split(":")[0];
  }
}
