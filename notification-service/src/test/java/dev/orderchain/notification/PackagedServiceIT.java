package dev.orderchain.notification;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Service;
import dev.orderchain.testbed.TestServers;
import dev.orderchain.testbed.process.Launch;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.IOException;
import java.nio.file.Files;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The service as it is shipped, in a process that can be killed. It has a topic, a group and inbox
 * rows of its own, beside those of the service in this JVM.
 */
@QuarkusTest
class PackagedServiceIT extends OnRealServers {
  private String name;
  private Topic topic;
  private Service service;

  @BeforeEach
  void prepare() {
    name = "packaged-" + UUID.randomUUID();
    topic = new Topic(name, name);
    service = TestServers.current().another(Chain.NOTIFICATION_SERVICE, name);
  }

  @AfterEach
  void end() {
    service.kill();
    topic.close();
  }

  @Test
  void whatWasReceivedBeforeItsOffsetWasCommittedIsReplayedAndChangesNothing() {
    String tenant = newTenant();
    Surroundings.createTopic(name);
    send(tenant, 1_000);
    // It will never come to commit an offset.
    service.start(
        launch().environment("MP_MESSAGING_CONNECTOR_SMALLRYE_KAFKA_COMMIT_STRATEGY", "ignore"));
    await().until(() -> effectsOf(tenant) == 1_000);
    assertTrue(service.kill());
    assertEquals(0, topic.committed());

    service.start(launch());
    await().until(() -> topic.committed() == 1_000);
    assertEquals(1_000, delivered("duplicate"));
    assertEquals(0, delivered("received"));
    assertEquals(1_000, effectsOf(tenant));
    assertEquals(1_000, distinctEffectsOf(tenant));

    theOffsetsOfWhatWasReceivedAreCommittedByAStop(tenant);
  }

  /** In the middle of its work: what is in the database is committed, and nothing else. */
  private void theOffsetsOfWhatWasReceivedAreCommittedByAStop(String tenant) {
    CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> send(tenant, 20_000));
    await().until(() -> effectsOf(tenant) > 1_500);
    assertTrue(service.stop(), "it did not end by itself");
    sending.join();

    long received = effectsOf(tenant);
    assertTrue(received < 21_000, "it was through before it was stopped");
    assertEquals(received, distinctEffectsOf(tenant));
    assertEquals(received, topic.committed());
  }

  @Test
  void aStopWhileTheDatabaseIsAwayEndsItAndNothingIsCommitted() throws Exception {
    String tenant = newTenant();
    service.start(launch());
    // It was there before its topic.
    Surroundings.createTopic(name);
    TestServers.current().notificationDb().kill();
    try {
      send(tenant, 10);
      await().until(() -> log().contains("cannot write 10 messages from " + name));
      assertTrue(service.stop(), "it did not end by itself");
      assertEquals(0, topic.committed());

      startsAndStopsAllTheSame();
    } finally {
      TestServers.current().notificationDb().start();
    }
    service.start(launch());
    await().until(() -> effectsOf(tenant) == 10);
  }

  private void startsAndStopsAllTheSame() {
    CompletableFuture<Void> starting = CompletableFuture.runAsync(() -> service.start(launch()));
    String health = service.http() + "/q/health/";
    await().until(() -> RestAssured.get(health + "live").statusCode() == 200);
    assertEquals(503, RestAssured.get(health + "ready").statusCode());
    ProcessHandle.of(service.pid().orElseThrow()).orElseThrow().destroy();
    // It ends while it is being waited for to become ready.
    assertThrows(CompletionException.class, starting::join);
  }

  @Test
  void aRetentionThatIsTooShortEndsItWithAStatus() throws Exception {
    Surroundings.createTopic(name);
    Process process = run("NOTIFICATION_INBOX_RETENTION", "10d");

    assertEquals(3, process.waitFor());
    assertTrue(
        Files.readString(service.log())
            .contains("so notification.inbox.retention must be longer than that, not 10d"));
  }

  @Test
  void aSettingOutOfItsBoundsEndsItWithAStatus() throws Exception {
    Process process = run("NOTIFICATION_BATCH_SIZE", "0");

    assertNotEquals(0, process.waitFor());
    assertTrue(log().contains("notification.batch-size must be 1 to 10000, not 0"), log());
  }

  /** Not as a part, which would not tell the exit status. */
  private Process run(String variable, String value) throws IOException {
    Files.createDirectories(service.log().getParent());
    ProcessBuilder builder =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-jar",
                dev.orderchain.testbed.Checkout.here().jar(Chain.NOTIFICATION_SERVICE).toString())
            .redirectErrorStream(true)
            .redirectOutput(service.log().toFile());
    builder.environment().putAll(TestServers.current().environment(Chain.NOTIFICATION_SERVICE));
    builder.environment().putAll(launch().environment(variable, value).environment());
    builder.environment().put("QUARKUS_HTTP_PORT", "0");
    return builder.start();
  }

  private Launch launch() {
    return Launch.PLAIN
        .environment("NOTIFICATION_TOPIC", name)
        .environment("NOTIFICATION_CONSUMER_NAME", name)
        .environment("NOTIFICATION_COUPON_CONSUMER_NAME", "coupons-" + name);
  }

  private void send(String tenant, int count) {
    for (int i = 0; i < count; i++) {
      topic.send(Sample.ofNewOrder().tenant(tenant));
    }
    topic.flush();
  }

  private static String newTenant() {
    return "t-" + UUID.randomUUID();
  }

  private String log() throws IOException {
    return Files.exists(service.log()) ? Files.readString(service.log()) : "";
  }

  /** What this life of it has counted. */
  private int delivered(String outcome) {
    String metrics = RestAssured.get(service.http() + "/q/metrics").asString();
    Matcher matcher =
        Pattern.compile("notification_deliveries_total\\{outcome=\"" + outcome + "\"} (\\S+)")
            .matcher(metrics);
    assertTrue(matcher.find(), metrics);
    return (int) Double.parseDouble(matcher.group(1));
  }
}
