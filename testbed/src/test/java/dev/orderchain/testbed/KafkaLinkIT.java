package dev.orderchain.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.link.Link;
import dev.orderchain.testbed.process.TestbedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaLinkIT {
  private static final String WRITTEN = "written";
  private static final String READ = "read";

  @TempDir private static Path folder;
  private static Chain chain;
  private static Link writing;
  private static Link reading;

  @BeforeAll
  static void startKafka() throws Exception {
    chain = Chain.in(folder);
    writing = chain.kafka().link("relay-service");
    reading = chain.kafka().link("notification-service");
    chain.kafka().start();
    try (Admin admin = chain.kafka().admin()) {
      admin
          .createTopics(
              Stream.of(WRITTEN, READ).map(name -> new NewTopic(name, 1, (short) 1)).toList())
          .all()
          .get();
    }
  }

  @AfterAll
  static void killKafka() {
    chain.close();
  }

  @AfterEach
  void heal() {
    writing.heal();
  }

  @Test
  void clientsStayOnTheirLinkAndGoOnAfterACut() throws Exception {
    try (KafkaProducer<String, String> producer = producer(writing);
        KafkaConsumer<String, String> consumer = consumer()) {
      send(producer, READ, "one");
      assertEquals("one", next(consumer));
      assertTrue(writing.openConnections() > 0);
      long cuts = writing.cutConnections() + reading.cutConnections();

      writing.cut();
      reading.cut();

      assertTrue(writing.cutConnections() + reading.cutConnections() >= cuts + 2);
      send(producer, READ, "two");
      assertEquals("two", next(consumer));
    }
  }

  @Test
  void aRefusedLinkIsTheOnlyWayOfItsClient() throws Exception {
    try (KafkaProducer<String, String> refused = producer(writing);
        KafkaProducer<String, String> other = producer(reading)) {
      send(refused, WRITTEN, "before");
      writing.refuse();

      ExecutionException failure =
          assertThrows(ExecutionException.class, () -> send(refused, WRITTEN, "never"));
      assertInstanceOf(TimeoutException.class, failure.getCause());
      send(other, WRITTEN, "meanwhile");

      writing.heal();
      send(refused, WRITTEN, "after");
    }
  }

  @Test
  void theLinksOutliveTheBroker() throws Exception {
    try (KafkaProducer<String, String> producer = producer(writing)) {
      send(producer, WRITTEN, "before");

      chain.kafka().kill();
      chain.kafka().start();

      send(producer, WRITTEN, "after");
      assertSame(writing, chain.kafka().link("relay-service"));
    }
  }

  @Test
  void aNewLinkIsRefusedWhileTheBrokerRuns() {
    assertThrows(TestbedException.class, () -> chain.kafka().link("latecomer"));
  }

  private static void send(KafkaProducer<String, String> producer, String topic, String value)
      throws Exception {
    producer.send(new ProducerRecord<>(topic, "k", value)).get(30, TimeUnit.SECONDS);
  }

  private static String next(KafkaConsumer<String, String> consumer) {
    return Awaitility.await()
        .until(() -> consumer.poll(Duration.ofSeconds(1)), records -> !records.isEmpty())
        .records(READ)
        .iterator()
        .next()
        .value();
  }

  private static KafkaProducer<String, String> producer(Link link) {
    return new KafkaProducer<>(
        Map.of(
            "bootstrap.servers", link.address(),
            "request.timeout.ms", 1_000,
            "delivery.timeout.ms", 3_000,
            "max.block.ms", 10_000,
            "linger.ms", 0),
        new StringSerializer(),
        new StringSerializer());
  }

  /** Of a group, so that its coordinator is reached through the link too. */
  private static KafkaConsumer<String, String> consumer() {
    KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", reading.address(),
                "group.id", "readers",
                "auto.offset.reset", "earliest"),
            new StringDeserializer(),
            new StringDeserializer());
    consumer.subscribe(List.of(READ));
    return consumer;
  }
}
