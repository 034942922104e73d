package dev.orderchain.relay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** What the relay's tests share: the order database as its owner sees it, and the topics. */
@WithTestResource(
    value = TestServers.class,
    initArgs = @ResourceArg(name = "service", value = "relay-service"),
    scope = TestResourceScope.GLOBAL)
public abstract class OnRealServers {
  protected static final String ORDERS = "order-events";
  protected static final String PRODUCTS = "product-events";

  protected static ConditionFactory await() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptions();
  }

  protected static Map<String, Object> kafka() {
    return Map.of("bootstrap.servers", TestServers.current().kafka().address());
  }

  protected static String newOrderId() {
    return UUID.randomUUID().toString();
  }

  /** A PENDING event of an order; returns its event id. */
  protected static String plant(String orderId, int version) {
    return plant(
        orderId, version, "{\"orderId\":\"%s\",\"version\":%d}".formatted(orderId, version));
  }

  protected static String plant(String orderId, int version, String payload) {
    try (Connection owner = owner()) {
      return plant(owner, orderId, version, payload);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  protected static String plant(Connection connection, String orderId, int version, String payload)
      throws SQLException {
    return plant(connection, ORDERS, orderId, version, payload);
  }

  /** A PENDING event of whatever, for any topic; returns its event id. */
  protected static String plant(
      Connection connection, String topic, String aggregateId, int version, String payload)
      throws SQLException {
    String eventId = aggregateId + ":" + version;
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            INSERT INTO outbox
              (event_id, aggregate_id, aggregate_version, event_type, topic, payload, traceparent)
            VALUES (?, ?, ?, 'Happened', ?, ?,
                    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
            """)) {
      insert.setString(1, eventId);
      insert.setString(2, aggregateId);
      insert.setInt(3, version);
      insert.setString(4, topic);
      insert.setString(5, payload);
      insert.executeUpdate();
    }
    return eventId;
  }

  protected static Connection owner() throws SQLException {
    return TestServers.current().orderDb().connect("orders");
  }

  protected static int execute(String sql, Object... values) {
    try (Connection connection = owner();
        PreparedStatement statement = prepare(connection, sql, values)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  protected static long number(String sql, Object... values) {
    return Long.parseLong(text(sql, values));
  }

  protected static String text(String sql, Object... values) {
    try (Connection connection = owner();
        PreparedStatement statement = prepare(connection, sql, values);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getString(1) : null;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  protected static PreparedStatement prepare(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  protected static String stateOf(String eventId) {
    return text("SELECT state FROM outbox WHERE event_id = ?", eventId);
  }

  /** All records of the topics, partition by partition in offset order. */
  protected static List<ConsumerRecord<String, byte[]>> records() {
    Map<String, Object> config = new HashMap<>(kafka());
    config.put("auto.offset.reset", "earliest");
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (var consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          Stream.of(ORDERS, PRODUCTS)
              .flatMap(topic -> consumer.partitionsFor(topic).stream())
              .map(p -> new TopicPartition(p.topic(), p.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.get(p))) {
        consumer.poll(Duration.ofMillis(100)).forEach(records::add);
      }
    }
    return records;
  }

  protected static String eventId(ConsumerRecord<String, byte[]> record) {
    return header(record, "ce_id");
  }

  protected static String header(ConsumerRecord<String, byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
  }

  /** The file of {@code contracts/} of this name. */
  protected static JsonNode contract(String name) throws IOException {
    try (InputStream in = OnRealServers.class.getResourceAsStream("/contracts/" + name)) {
      return new ObjectMapper().readTree(in);
    }
  }

  /** Settings of a test's own relay. */
  public record TestSettings(int batch, Duration lease, Duration deliveryTimeout)
      implements Settings {
    public static final TestSettings PATIENT =
        new TestSettings(100, Duration.ofSeconds(60), Duration.ofSeconds(10));

    @Override
    public boolean enabled() {
      return true;
    }

    @Override
    public int maxInFlight() {
      return batch;
    }

    @Override
    public Duration pollInterval() {
      return Duration.ofMillis(25);
    }

    @Override
    public Duration lowWaterLag() {
      return Duration.ofMillis(200);
    }

    @Override
    public Duration sweepEvery() {
      return Duration.ofMillis(400);
    }

    @Override
    public int maxAttempts() {
      return 3;
    }

    @Override
    public Map<String, Topic> topics() {
      return Map.of(ORDERS, TestTopic.ANY, PRODUCTS, TestTopic.ANY);
    }

    @Override
    public short topicReplication() {
      return 1;
    }
  }

  protected record TestTopic(int partitions, Duration retention) implements Settings.Topic {
    static final TestTopic ANY = new TestTopic(6, Duration.ofDays(7));
  }
}
