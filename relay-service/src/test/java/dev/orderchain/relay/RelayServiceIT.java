package dev.orderchain.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service as it runs: by itself, woken or not, and with a person at its API. */
@QuarkusTest
@TestProfile(RelayServiceIT.Running.class)
class RelayServiceIT extends OnRealServers {
  /** With a poll so rare that only a wake-up explains a fast delivery. */
  public static class Running implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("relay.enabled", "true", "relay.poll-interval", "2s");
    }
  }

  @Test
  void pollFindsWhatNobodyAnnounced() {
    String event = plant(newOrderId(), 1);
    await().until(() -> stateOf(event).equals("SENT"));
  }

  @Test
  void wakeUpSavesTheWaitForThePoll() throws Exception {
    int fast = 0;
    for (int i = 0; i < 10; i++) {
      String event = plant(newOrderId(), 1);
      long start = System.nanoTime();
      publish("outbox:wake");
      await().until(() -> stateOf(event).equals("SENT"));
      fast += System.nanoTime() - start < 1_000_000_000L ? 1 : 0;
    }
    // The poll alone would be faster than 1 s half of the time.
    assertTrue(fast >= 9, fast + " of 10 were fast");
  }

  @Test
  void wakeUpsComeBackAfterRedisWasAway() throws Exception {
    TestServers.current().redis().kill();
    String meanwhile = plant(newOrderId(), 1);
    await().until(() -> stateOf(meanwhile).equals("SENT"));
    TestServers.current().redis().start();
    await().until(() -> listeners() > 0);
    wakeUpSavesTheWaitForThePoll();
  }

  /** RESP by hand: the test needs no client for two commands. */
  private static String publish(String channel) throws Exception {
    return redis("PUBLISH " + channel + " x");
  }

  private static int listeners() throws Exception {
    String answer = redis("PUBSUB NUMSUB outbox:wake");
    return Integer.parseInt(answer.substring(answer.lastIndexOf(':') + 1).strip());
  }

  private static String redis(String command) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", TestServers.current().redis().port())) {
      socket
          .getOutputStream()
          .write((command + "\r\nQUIT\r\n").getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.substring(0, answer.lastIndexOf("+OK"));
    }
  }

  @Test
  void personReleasesOrDiscardsWhatIsParked() {
    String large = "{\"x\":\"" + "x".repeat(1_100_000) + "\"}";
    String order = newOrderId();
    String event = plant(order, 1, large);
    String second = plant(order, 2);
    await().until(() -> stateOf(event).equals("PARKED"));

    Response list = operator().get("/outbox/parked");
    assertEquals(200, list.statusCode(), list.asString());
    Map<String, Object> parked = list.jsonPath().get("find { it.eventId == '" + event + "' }");
    assertEquals(order, parked.get("aggregateId"));
    assertEquals(1, parked.get("attempts"));
    assertEquals(1, parked.get("heldBack"));
    assertTrue(parked.get("lastError").toString().startsWith("RecordTooLargeException"));

    // Mended by its owner, then released: this one and the one behind it are sent.
    execute("UPDATE outbox SET payload = '{}' WHERE event_id = ?", event);
    assertEquals(200, operator().post("/outbox/parked/" + event + "/release").statusCode());
    await().until(() -> stateOf(second).equals("SENT"));
    assertEquals("SENT", stateOf(event));
    assertEquals(409, operator().post("/outbox/parked/" + event + "/discard").statusCode());

    String hopeless = plant(newOrderId(), 1, large);
    await().until(() -> stateOf(hopeless).equals("PARKED"));
    assertEquals(200, operator().post("/outbox/parked/" + hopeless + "/discard").statusCode());
    assertEquals("DISCARDED", stateOf(hopeless));
  }

  @ParameterizedTest
  @CsvSource({
    "operator, GET, /outbox/parked?limit=0, 400, malformed-request",
    "operator, GET, /outbox/parked?limit=1001, 400, malformed-request",
    "operator, GET, /outbox/parked?limit=x, 400, malformed-request",
    "operator, GET, /outbox/parked?after=-1, 400, malformed-request",
    "operator, POST, /outbox/parked/no-such-event/release, 409, not-parked",
    "operator, POST, /outbox/parked/no-such-event/explode, 404, not-found",
    "operator, POST, /outbox/parked, 405, method-not-allowed",
    "shopper, GET, /outbox/parked, 403, forbidden",
    "shopper, POST, /outbox/parked/x/release, 403, forbidden",
    "shopper, POST, /outbox/parked/x/discard, 403, forbidden",
    "nobody, GET, /outbox/parked, 401, unauthenticated",
    "nobody, POST, /outbox/parked/x/discard, 401, unauthenticated"
  })
  void badRequestIsAProblem(String role, String method, String path, int status, String type) {
    RequestSpecification caller = role.equals("nobody") ? RestAssured.given() : as(role);
    Response answer = caller.request(method, path);
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals("application/problem+json", answer.contentType().split(";")[0]);
    assertEquals("https://order-chain.example/problems/" + type, answer.path("type"));
  }

  @Test
  void readyAndMeasured() {
    await().until(() -> RestAssured.get("/q/health/ready").statusCode() == 200);
    assertEquals(
        "publishing",
        RestAssured.get("/q/health/ready").path("checks.find { it.name == 'relay' }.data.state"));
    String metrics = RestAssured.get("/q/metrics").asString();
    assertTrue(metrics.contains("relay_claim_seconds_count"), metrics);
    assertTrue(metrics.contains("relay_oldest_pending_seconds"), metrics);
  }

  private static RequestSpecification operator() {
    return as("operator");
  }

  private static RequestSpecification as(String role) {
    return RestAssured.given()
        .header("Authorization", "Bearer " + TestServers.current().mintToken("acme", role));
  }
}
