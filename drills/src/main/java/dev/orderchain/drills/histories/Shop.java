package dev.orderchain.drills.histories;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.stage.NotProven;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What a history asks of the services, and what it reads of an order. */
final class Shop implements AutoCloseable {
  static final String TENANT = "acme";

  private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(30);
  private static final Duration ASK_EVERY = Duration.ofMillis(20);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Scene scene;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  /** Read by whoever asks order-service, written by whoever takes it away. */
  private final ReadWriteLock service = new ReentrantReadWriteLock();

  Shop(Scene scene) {
    this.scene = scene;
  }

  Scene scene() {
    return scene;
  }

  /** Has order-service to itself: nobody else asks it anything meanwhile. */
  void alone(Part part) throws Exception {
    service.writeLock().lock();
    try {
      part.play();
    } finally {
      service.writeLock().unlock();
    }
  }

  interface Part {
    void play() throws Exception;
  }

  /**
   * An answer.
   *
   * @param json empty where there is no body
   */
  record Answer(int status, JsonNode json) {
    /** The last word of a problem's type; the state of what was answered otherwise. */
    String word() {
      String type = json.path("type").asText();
      return type.isEmpty()
          ? json.path("state").asText()
          : type.substring(type.lastIndexOf('/') + 1);
    }

    @Override
    public String toString() {
      return status + "/" + word();
    }
  }

  Answer ask(String role, String method, String path, String body) throws Exception {
    HttpRequest.Builder request =
        request(scene.orderService(), method, path, body)
            .header("Authorization", "Bearer " + tokens.computeIfAbsent(role, scene::token))
            .header("Idempotency-Key", UUID.randomUUID().toString());
    service.readLock().lock();
    try {
      return send(request);
    } finally {
      service.readLock().unlock();
    }
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<byte[]> answer = http.send(request.build(), BodyHandlers.ofByteArray());
    JsonNode json = JSON.readTree(answer.body());
    return new Answer(answer.statusCode(), json == null ? JSON.missingNode() : json);
  }

  private static HttpRequest.Builder request(
      String address, String method, String path, String body) {
    return HttpRequest.newBuilder(URI.create("http://" + address + path))
        .timeout(ANSWERED_WITHIN)
        .header("Content-Type", "application/json")
        .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
  }

  /** Places a card order for one piece; its id. */
  String place(String sku, String cardToken) throws Exception {
    String body =
        "{\"sku\":\"%s\",\"quantity\":1,\"payment\":{\"token\":\"%s\"}}".formatted(sku, cardToken);
    Answer answer = ask("shopper", "POST", "/orders", body);
    if (answer.status() != 201) {
      throw new NotProven("POST /orders was answered " + answer);
    }
    return answer.json().path("orderId").asText();
  }

  /** How many pieces are available, reserved and sold. */
  Pieces pieces(String sku) throws SQLException {
    String[] columns =
        scene
            .row(
                "SELECT CONCAT_WS(' ', available, reserved, sold) FROM stock WHERE sku = '%s'"
                    .formatted(sku))
            .split(" ");
    return new Pieces(
        Long.parseLong(columns[0]), Long.parseLong(columns[1]), Long.parseLong(columns[2]));
  }

  record Pieces(long available, long reserved, long sold) {
    /** What has changed since then. */
    Pieces since(Pieces before) {
      return new Pieces(
          available - before.available, reserved - before.reserved, sold - before.sold);
    }

    @Override
    public String toString() {
      return available + "/" + reserved + "/" + sold;
    }
  }

  /**
   * A card order as the order database has it.
   *
   * @param decision "-" while there is none
   * @param claim whose it is, in hexadecimal
   * @param held whether the claim's lease runs
   */
  record Standing(
      String order,
      String reservation,
      String step,
      String payment,
      String refund,
      String decision,
      String claim,
      boolean held) {
    boolean isDone() {
      return step.equals("DONE");
    }

    @Override
    public String toString() {
      return "order %s, reservation %s, decision %s, payment %s, refund %s, step %s"
          .formatted(order, reservation, decision, payment, refund, step);
    }
  }

  Standing standing(String orderId) throws SQLException {
    String row =
        scene.row(
            """
            SELECT CONCAT_WS(' ', o.state, r.state, w.step, w.payment, w.refund,
                             IFNULL(w.decision, '-'), HEX(w.claim_id), w.lease_until > NOW(6))
            FROM orders o JOIN workflow w USING (order_id) JOIN reservation r USING (order_id)
            WHERE o.order_id = '%s' AND r.branch_id = 'stock'"""
                .formatted(orderId));
    String[] c = row.split(" ");
    return new Standing(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7].equals("1"));
  }

  /** Until the order is as wanted. */
  Standing await(String orderId, String what, Duration bound, Wanted wanted) throws Exception {
    Standing[] last = new Standing[1];
    await(what, bound, () -> wanted.isTrue(last[0] = standing(orderId)));
    return last[0];
  }

  interface Wanted {
    boolean isTrue(Standing standing);
  }

  Standing awaitDone(String orderId, Duration bound) throws Exception {
    return await(orderId, "the workflow's end", bound, Standing::isDone);
  }

  /** What the provider's ledger has of an order's payment. */
  Money money(String orderId) throws Exception {
    return new Money(
        send(request(scene.provider(), "GET", "/ledger?key=pay:" + orderId, "")).json());
  }

  /** A payment in the ledger, by the one key that its order has. */
  record Money(JsonNode ledger) {
    int payments() {
      return ledger.path("payments").size();
    }

    /** "none" when the provider has not got it. */
    String state() {
      return ledger.path("payments").path(0).path("state").asText("none");
    }

    long heldCents() {
      return total("authorisedCents");
    }

    long capturedCents() {
      return total("capturedCents");
    }

    long refundedCents() {
      return total("refundedCents");
    }

    long calls(String kind) {
      return ledger.path("calls").path(kind).asLong();
    }

    private long total(String name) {
      return ledger.path("totals").path("EUR").path(name).asLong();
    }

    @Override
    public String toString() {
      return "payment %s, held %d, captured %d, refunded %d cents; calls %s"
          .formatted(state(), heldCents(), capturedCents(), refundedCents(), ledger.path("calls"));
    }
  }

  /** Until it is so; not proven when that takes longer. */
  static void await(String what, Duration bound, Question question) {
    long end = System.nanoTime() + bound.toNanos();
    try {
      while (!question.isTrue()) {
        if (System.nanoTime() > end) {
          throw new IllegalStateException("waited " + bound.toSeconds() + " s for " + what);
        }
        Thread.sleep(ASK_EVERY);
      }
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("while waiting for " + what + ": " + e, e);
    }
  }

  interface Question {
    boolean isTrue() throws Exception;
  }

  @Override
  public void close() {
    http.close();
    scene.close();
  }
}
