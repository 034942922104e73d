package dev.orderchain.drills.traffic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.history.PriceHistory;
import dev.orderchain.drills.history.PriceRead;
import dev.orderchain.drills.history.PriceRead.Failed;
import dev.orderchain.drills.history.PriceRead.Outcome;
import dev.orderchain.drills.history.PriceRead.Price;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** Reads a product's price over HTTP, one time after the other. Not thread-safe. */
public final class PriceReader implements Crowd.Member {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String address;
  private final String path;
  private final PriceHistory history;
  private HttpConnection http;

  /** Asks order-service at {@code host:port}. */
  public PriceReader(String address, String sku, PriceHistory history) {
    this.address = address;
    this.path = "/products/" + sku;
    this.history = history;
  }

  /** Reads once; what came of it is in the history. */
  public PriceRead read() {
    Instant asked = Instant.now();
    Outcome outcome = exchange();
    PriceRead read = new PriceRead(asked, Instant.now(), outcome);
    history.add(read);
    return read;
  }

  private Outcome exchange() {
    try {
      if (http == null) http = new HttpConnection(address, ANSWER_WITHIN);
      return outcome(http.get(path));
    } catch (IOException e) {
      close();
      return new Failed(e.getClass().getSimpleName());
    }
  }

  private static Outcome outcome(HttpConnection.Response response) throws IOException {
    if (response.status() != 200) return new Failed(String.valueOf(response.status()));
    JsonNode product = JSON.readTree(response.body());
    return new Price(
        product.path("version").intValue(),
        product.path("priceCents").longValue(),
        String.valueOf(response.cacheStatus()));
  }

  @Override
  public void close() {
    HttpConnection.closeQuietly(http);
    http = null;
  }
}
