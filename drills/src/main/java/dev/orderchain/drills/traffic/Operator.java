package dev.orderchain.drills.traffic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.client.HttpConnection.Response;
import dev.orderchain.drills.history.PriceHistory;
import dev.orderchain.drills.history.PriceWrite;
import dev.orderchain.drills.history.PriceWrite.Changed;
import dev.orderchain.drills.history.PriceWrite.Outcome;
import dev.orderchain.drills.history.PriceWrite.Refused;
import dev.orderchain.drills.history.PriceWrite.Unknown;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** Changes a product's price over HTTP, one time after the other. Not thread-safe. */
public final class Operator implements Crowd.Member {
  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(20);
  private static final Duration WAIT = Duration.ofMillis(100);
  private static final int STALE_VERSION = 412;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String address;
  private final String authorization;
  private final String path;
  private final PriceHistory history;
  private HttpConnection http;

  /** What is known of the product's version; 0 when nothing is. */
  private int version;

  /** Asks order-service at {@code host:port}; the token is an operator's. */
  public Operator(String address, String token, String sku, PriceHistory history) {
    this.address = address;
    this.authorization = "Authorization: Bearer " + token + "\r\n";
    this.path = "/products/" + sku;
    this.history = history;
  }

  /** Asks once to put a price in the place of that version's; it is in the history. */
  public PriceWrite ask(int replaced, long cents) {
    Instant asked = Instant.now();
    Outcome outcome = exchange(replaced, cents);
    PriceWrite write = new PriceWrite(replaced, cents, asked, Instant.now(), outcome);
    history.add(write);
    return write;
  }

  /**
   * Changes the price whatever version it has. Without an answer it is the same change that is
   * asked for again, and only one that is known not to have happened gives way to another.
   *
   * @return the last attempt; null when patience ran out before the version was known
   */
  public PriceWrite change(long cents, Duration patience) {
    Instant end = Instant.now().plus(patience);
    PriceWrite last = null;
    do {
      if (version == 0) version = currentVersion();
      if (version != 0) {
        last = ask(version, cents);
        switch (last.outcome()) {
          case Changed changed -> {
            version = changed.version();
            return last;
          }
          case Refused refused when refused.status() == STALE_VERSION -> {}
          case Refused refused when refused.status() < 500 -> {
            return last;
          }
          case Refused refused -> {}
          case Unknown unknown -> {}
        }
      }
      LockSupport.parkNanos(WAIT.toNanos());
    } while (Instant.now().isBefore(end));
    return last;
  }

  /** As the service says it, from the cache or not; 0 when it cannot be had. */
  private int currentVersion() {
    try {
      Response response = http().get(path);
      return response.status() == 200 ? version(response.etag()) : 0;
    } catch (IOException e) {
      close();
      return 0;
    }
  }

  private static int version(String etag) {
    return Integer.parseInt(etag.replace("\"", ""));
  }

  private Outcome exchange(int replaced, long cents) {
    HttpConnection connection;
    try {
      connection = http();
    } catch (IOException e) {
      return new Refused(503, "no-connection");
    }
    try {
      return outcome(
          connection.put(
              path,
              authorization + "If-Match: \"" + replaced + "\"\r\n",
              "{\"priceCents\":" + cents + "}"));
    } catch (SocketTimeoutException e) {
      close();
      return new Unknown("no-answer");
    } catch (IOException e) {
      close();
      return new Unknown("connection-broken");
    }
  }

  private HttpConnection http() throws IOException {
    if (http == null) http = new HttpConnection(address, ANSWER_WITHIN);
    return http;
  }

  private Outcome outcome(Response response) throws IOException {
    int status = response.status();
    if (status == STALE_VERSION) version = version(response.etag());
    if (status != 200) {
      String type = Problem.type(response.body());
      return Problem.saysNothingWasWritten(status, type)
          ? new Refused(status, type)
          : new Unknown(status + "/" + type);
    }
    JsonNode product = JSON.readTree(response.body());
    return new Changed(
        product.path("version").intValue(),
        product.path("priceCents").longValue(),
        product.path("invalidated").booleanValue(),
        response.replayed());
  }

  @Override
  public void close() {
    HttpConnection.closeQuietly(http);
    http = null;
  }
}
