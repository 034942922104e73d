package dev.orderchain.payment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service as it is shipped, killed in the middle of its work. */
class PackagedServiceIT {
  private static final int CAPTURED_BEFORE_A_KILL = 50;
  private static final int LIVES = 2;

  @TempDir private Path folder;
  private final Queue<String> captured = new ConcurrentLinkedQueue<>();
  private Process process;
  private int port;

  @AfterEach
  void end() throws InterruptedException {
    kill();
  }

  @Test
  void whatWasAnsweredSurvivesAKill() throws Exception {
    for (int life = 1; life <= LIVES; life++) {
      start();
      for (String key : captured) {
        assertEquals("CAPTURED", payment(key).path("state"), key);
        assertEquals(1, ledger(key).<Integer>path("calls.CAPTURE"), key);
      }
      merchantsWorkUntilItIsKilled();
    }
    start();
    Response replay = authorise(captured.peek());
    assertEquals(200, replay.statusCode(), replay.asString());
    assertTheLedgerAddsUp();
  }

  private void merchantsWorkUntilItIsKilled() throws InterruptedException {
    int before = captured.size();
    try (ExecutorService merchants = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        merchants.submit(this::payUntilNobodyAnswers);
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> captured.size() >= before + CAPTURED_BEFORE_A_KILL);
      kill();
    }
  }

  private Void payUntilNobodyAnswers() {
    while (true) {
      String key = UUID.randomUUID().toString();
      authorise(key).then().statusCode(200);
      merchant().post("/payments/" + key + "/capture").then().statusCode(200);
      captured.add(key);
    }
  }

  /** What is captured is what was answered so, and at most one call of each merchant a life. */
  private void assertTheLedgerAddsUp() {
    long inLedger = merchant().get("/ledger").jsonPath().getLong("totals.EUR.capturedCents");
    long answered = 1250L * captured.size();
    assertTrue(inLedger >= answered, inLedger + " < " + answered);
    assertTrue(inLedger <= answered + 1250L * 4 * LIVES, inLedger + " of " + answered);
  }

  private void start() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-jar",
                Path.of("target/quarkus-app/quarkus-run.jar").toAbsolutePath().toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    builder.environment().put("QUARKUS_HTTP_PORT", Integer.toString(port));
    builder.environment().put("PROVIDER_DATA", folder.resolve("data").toString());
    process = builder.start();
    Awaitility.await()
        .atMost(Duration.ofSeconds(25))
        .ignoreExceptions()
        .until(() -> merchant().get("/q/health/ready").statusCode() == 200);
  }

  /** SIGKILL. */
  private void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  private Response authorise(String key) {
    return merchant()
        .contentType("application/json")
        .body("{\"amountCents\":1250,\"currency\":\"EUR\",\"token\":\"tok_ok\"}")
        .put("/payments/" + key);
  }

  private Response payment(String key) {
    return merchant().get("/payments/" + key);
  }

  private Response ledger(String key) {
    return merchant().get("/ledger?key=" + key);
  }

  private RequestSpecification merchant() {
    return RestAssured.given().port(port);
  }
}
