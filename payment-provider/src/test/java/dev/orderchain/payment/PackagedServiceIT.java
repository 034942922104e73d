package dev.orderchain.payment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
  private static final int MERCHANTS = 4;

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
    start();
    String late = paidAfterVoid();
    merchantsWorkUntilItIsKilled();

    start();
    for (String key : captured) {
      Response payment = merchant().get("/payments/" + key);
      assertEquals("CAPTURED", payment.path("state"), payment.asString());
    }
    String first = captured.peek();
    assertEquals(200, authorise(first, "tok_ok").statusCode());
    assertEquals(2, merchant().get("/ledger?key=" + first).<Integer>path("calls.AUTHORISE"));
    assertTheLedgerAddsUp();
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> merchant().get("/payments/" + late).path("state").equals("CAPTURED"));
  }

  /** To be paid while the service is down. */
  private String paidAfterVoid() {
    String key = UUID.randomUUID().toString();
    assertThrows(IOException.class, () -> authorise(key, "tok_paid_after_void"));
    merchant().post("/payments/" + key + "/void").then().statusCode(200);
    return key;
  }

  private void merchantsWorkUntilItIsKilled() throws InterruptedException {
    try (ExecutorService merchants = Executors.newFixedThreadPool(MERCHANTS)) {
      for (int i = 0; i < MERCHANTS; i++) {
        merchants.submit(this::payUntilNobodyAnswers);
      }
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> captured.size() >= CAPTURED_BEFORE_A_KILL);
      kill();
    }
  }

  private Void payUntilNobodyAnswers() {
    while (true) {
      String key = UUID.randomUUID().toString();
      authorise(key, "tok_ok").then().statusCode(200);
      merchant().post("/payments/" + key + "/capture").then().statusCode(200);
      captured.add(key);
    }
  }

  /** What is captured is what was answered so, and one more of each merchant, and the late one. */
  private void assertTheLedgerAddsUp() {
    long inLedger = merchant().get("/ledger").jsonPath().getLong("totals.EUR.capturedCents");
    long answered = 1250L * captured.size();
    assertTrue(inLedger >= answered, inLedger + " < " + answered);
    assertTrue(inLedger <= answered + 1250L * (MERCHANTS + 1), inLedger + " of " + answered);
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

  private Response authorise(String key, String token) {
    return merchant()
        .contentType("application/json")
        .body("{\"amountCents\":1250,\"currency\":\"EUR\",\"token\":\"" + token + "\"}")
        .put("/payments/" + key);
  }

  private RequestSpecification merchant() {
    return RestAssured.given().port(port);
  }
}
