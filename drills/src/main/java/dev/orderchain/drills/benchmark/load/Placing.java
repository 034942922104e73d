package dev.orderchain.drills.benchmark.load;

import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.client.OrderIds;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Places orders over HTTP, one at a time, on a kept-alive connection, each with a key of its own.
 */
public final class Placing implements Load.Worker {
  private final HttpConnection http;
  private final String authorization;
  private final int skus;
  private final String payment;

  /** On account. */
  public Placing(Chain chain, String token, int skus) throws IOException {
    this(chain, token, skus, "");
  }

  /** By a card with which all goes well. */
  public static Placing byCard(Chain chain, String token, int skus) throws IOException {
    return new Placing(chain, token, skus, ",\"payment\":{\"token\":\"tok_ok\"}");
  }

  private Placing(Chain chain, String token, int skus, String payment) throws IOException {
    http = new HttpConnection(chain.orderService().address());
    authorization = "Authorization: Bearer " + token + "\r\n";
    this.skus = skus;
    this.payment = payment;
  }

  @Override
  public void work() throws IOException {
    place();
  }

  /** Places an order and returns its id. */
  public String place() throws IOException {
    String key = "Idempotency-Key: " + OrderIds.next() + "\r\n";
    String sku = Rig.sku(ThreadLocalRandom.current().nextInt(skus));
    HttpConnection.Response answer =
        http.post(
            "/orders",
            authorization + key,
            "{\"sku\":\"" + sku + "\",\"quantity\":1" + payment + "}");
    if (answer.status() != 201) {
      throw new IllegalStateException(
          "an order was answered %d: %s".formatted(answer.status(), answer.body()));
    }
    return answer.location().substring(answer.location().lastIndexOf('/') + 1);
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
