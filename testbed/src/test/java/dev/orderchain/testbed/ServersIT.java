package dev.orderchain.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.process.TestbedException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServersIT {
  @TempDir private static Path folder;
  private static Chain chain;

  @BeforeAll
  static void startServers() {
    chain = Chain.in(folder);
    chain.start(servers());
  }

  @AfterAll
  static void killServers() {
    chain.close();
  }

  @Test
  void eachDatabaseHasItsAccounts() throws Exception {
    for (String account : List.of("orders", "auditor", "root")) {
      assertEquals("1", answer(chain.orderDb(), account, "SELECT 1"));
    }
    for (String account : List.of("notifications", "auditor", "root")) {
      assertEquals("1", answer(chain.notificationDb(), account, "SELECT 1"));
    }
    // No rights in the database yet: to open it takes one.
    assertThrows(SQLException.class, () -> answer(chain.orderDb(), "relay", "SELECT 1"));
    assertThrows(SQLException.class, () -> answer(chain.notificationDb(), "orders", "SELECT 1"));
  }

  @Test
  void theAuditorReadsAndWritesNothing() throws Exception {
    execute(chain.orderDb(), "orders", "CREATE TABLE audited (n INT)");

    assertEquals("0", answer(chain.orderDb(), "auditor", "SELECT COUNT(*) FROM audited"));
    assertThrows(
        SQLException.class,
        () -> execute(chain.orderDb(), "auditor", "INSERT INTO audited VALUES (1)"));
  }

  @Test
  void theDatabasesAreDurableUtf8AndOnUtc() throws Exception {
    for (MySqlServer server : List.of(chain.orderDb(), chain.notificationDb())) {
      assertEquals("1", answer(server, "root", "SELECT @@innodb_flush_log_at_trx_commit"));
      assertEquals("1", answer(server, "root", "SELECT @@sync_binlog"));
      assertEquals("1", answer(server, "root", "SELECT @@log_bin"));
      assertEquals("utf8mb4", answer(server, "root", "SELECT @@character_set_database"));
      assertEquals("+00:00", answer(server, "root", "SELECT @@global.time_zone"));
    }
  }

  @Test
  void whatWasCommittedIsThereAfterAKill() throws Exception {
    MySqlServer server = chain.notificationDb();
    execute(server, "notifications", "CREATE TABLE kept (word VARCHAR(20))");
    execute(server, "notifications", "INSERT INTO kept VALUES ('tea 🍵')");
    long pid = server.pid().orElseThrow();

    assertTrue(server.kill());

    assertFalse(server.isRunning());
    assertThrows(SQLException.class, () -> answer(server, "notifications", "SELECT 1"));
    server.start();
    assertTrue(server.pid().orElseThrow() != pid);
    assertEquals("tea 🍵", answer(server, "notifications", "SELECT word FROM kept"));
  }

  @Test
  void aPausedServerIsAliveAndNotHealthy() {
    RedisServer redis = chain.redis();

    redis.pause();

    assertTrue(redis.isRunning());
    assertEquals("paused", redis.complaint().orElseThrow());
    redis.resume();
    assertTrue(redis.isHealthy());
  }

  @Test
  void aPausedServerEndsWhenItIsStopped() {
    RedisServer redis = chain.redis();
    redis.pause();

    assertTrue(redis.stop());

    assertFalse(redis.isRunning());
    redis.start();
    assertTrue(redis.isHealthy());
  }

  @Test
  void aTakenPortIsToldWithItsHolder() throws Exception {
    RedisServer redis = chain.redis();
    redis.stop();
    try (ServerSocket holder =
        new ServerSocket(redis.port(), 1, InetAddress.getByName("127.0.0.1"))) {
      String complaint = assertThrows(TestbedException.class, redis::start).getMessage();

      assertTrue(complaint.contains("port " + holder.getLocalPort()), complaint);
      assertTrue(complaint.contains("process " + ProcessHandle.current().pid()), complaint);
    }
    redis.start();
  }

  @Test
  void anotherChainOfTheFolderMeansTheSameProcesses() {
    Chain same = Chain.in(folder);

    assertEquals(chain.kafka().pid(), same.kafka().pid());
    assertEquals(chain.kafka().port(), same.kafka().port());
    assertTrue(same.orderDb().isHealthy());
  }

  @Test
  void kafkaKeepsWhatItTookOverAKill() throws Exception {
    try (Admin admin = chain.kafka().admin()) {
      admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1))).all().get();
    }
    try (KafkaProducer<String, String> producer = producer()) {
      producer.send(new ProducerRecord<>("kept", "k", "tea 🍵")).get();
    }

    chain.kafka().kill();
    chain.kafka().start();

    TopicPartition partition = new TopicPartition("kept", 0);
    try (KafkaConsumer<String, String> consumer = consumer()) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      List<ConsumerRecord<String, String>> records =
          consumer.poll(Duration.ofSeconds(10)).records(partition);
      assertEquals(List.of("tea 🍵"), records.stream().map(ConsumerRecord::value).toList());
    }
  }

  @Test
  void kafkaCreatesNoTopicForBeingAsked() throws Exception {
    try (KafkaProducer<String, String> producer = producer()) {
      ExecutionException failure =
          assertThrows(
              ExecutionException.class,
              () -> producer.send(new ProducerRecord<>("nobodys", "v")).get(10, TimeUnit.SECONDS));
      assertInstanceOf(TimeoutException.class, failure.getCause());
    }
    try (Admin admin = chain.kafka().admin()) {
      Set<String> topics = admin.listTopics().names().get();
      assertFalse(topics.contains("nobodys"), topics.toString());
    }
  }

  @Test
  void aStartThatFailsShowsTheEndOfTheLog(@TempDir Path other) throws Exception {
    try (Chain broken = Chain.in(other)) {
      Path tables = broken.orderDb().data().resolve("tables");
      java.nio.file.Files.createDirectories(tables);

      String complaint = assertThrows(TestbedException.class, broken.orderDb()::start).getMessage();

      assertTrue(complaint.startsWith("order-db ended while it was starting"), complaint);
      assertTrue(complaint.contains("[ERROR]"), complaint);
    }
  }

  private static List<Part> servers() {
    return List.of(chain.orderDb(), chain.notificationDb(), chain.kafka(), chain.redis());
  }

  private static String answer(MySqlServer server, String account, String query)
      throws SQLException {
    try (Connection connection = server.connect(account);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static void execute(MySqlServer server, String account, String sql) throws SQLException {
    try (Connection connection = server.connect(account);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static KafkaProducer<String, String> producer() {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", chain.kafka().address(), "max.block.ms", 1_000),
        new StringSerializer(),
        new StringSerializer());
  }

  private static KafkaConsumer<String, String> consumer() {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", chain.kafka().address()),
        new StringDeserializer(),
        new StringDeserializer());
  }
}
