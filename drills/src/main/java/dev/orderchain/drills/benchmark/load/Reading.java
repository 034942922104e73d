package dev.orderchain.drills.benchmark.load;

import dev.orderchain.drills.client.HttpConnection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Reads prices over HTTP, one at a time, on a kept-alive connection. */
public final class Reading implements Load.Worker {
  private static final String TOO_LONG = "X".repeat(65);

  private final HttpConnection http;
  private final int skus;
  private final List<Double> micros = new ArrayList<>();
  private long hits;

  /**
   * Of the first so many products, drawn at random.
   *
   * @param address order-service's {@code host:port}
   */
  public Reading(String address, int skus) throws IOException {
    http = new HttpConnection(address);
    this.skus = skus;
  }

  /** Of a product that cannot be: the service says so, and asks nobody. */
  public static Reading nothing(String address) throws IOException {
    return new Reading(address, 0);
  }

  @Override
  public void work() throws IOException {
    long start = System.nanoTime();
    if (skus == 0) get(TOO_LONG, 404);
    else read(ThreadLocalRandom.current().nextInt(skus));
    micros.add((System.nanoTime() - start) / 1e3);
  }

  /** Reads the product with this number, see {@link Rig#sku}. */
  public HttpConnection.Response read(int number) throws IOException {
    HttpConnection.Response answer = get(Rig.sku(number), 200);
    if (answer.cacheStatus().equals("prices; hit")) hits++;
    return answer;
  }

  private HttpConnection.Response get(String sku, int status) throws IOException {
    HttpConnection.Response answer = http.get("/products/" + sku);
    if (answer.status() != status) {
      throw new IllegalStateException(
          "a read was answered %d: %s".formatted(answer.status(), answer.body()));
    }
    return answer;
  }

  /** How long each unit of work took. */
  public List<Double> micros() {
    return micros;
  }

  /** How many reads Redis has answered. */
  public long hits() {
    return hits;
  }

  /** Begins to count anew. */
  public void forget() {
    micros.clear();
    hits = 0;
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
