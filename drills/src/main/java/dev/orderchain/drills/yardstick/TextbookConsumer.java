package dev.orderchain.drills.yardstick;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * The consumer of the textbook: one transaction a record, inbox and effect together, and one offset
 * commit a poll after them.
 */
public final class TextbookConsumer implements AutoCloseable {
  private static final Duration POLL = Duration.ofSeconds(1);

  private final Connection connection;
  private final KafkaConsumer<String, byte[]> consumer;
  private final ObjectMapper json = new ObjectMapper();
  private final PreparedStatement inbox;
  private final PreparedStatement effect;

  /** Takes the connection over. Reads the topic from its beginning. */
  public TextbookConsumer(Connection connection, String kafka, String topic) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(false);
    inbox =
        connection.prepareStatement(
            "INSERT INTO inbox (consumer_name, event_id, payload_hash) VALUES ('yardstick', ?, ?)");
    effect =
        connection.prepareStatement(
            """
            INSERT INTO notification (event_id, order_id, tenant, kind, text)
            VALUES (?, ?, ?, ?, ?)""");
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka,
            ConsumerConfig.GROUP_ID_CONFIG,
            "yardstick",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false);
    consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    consumer.subscribe(List.of(topic));
  }

  /** Receives at least this many records and returns how many; throws when they do not come. */
  public int receive(int atLeast) throws SQLException, IOException {
    int received = 0;
    while (received < atLeast) {
      ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
      if (records.isEmpty() && !consumer.assignment().isEmpty()) {
        throw new IllegalStateException("the topic has run out of records");
      }
      for (ConsumerRecord<String, byte[]> record : records) receive(record);
      consumer.commitSync();
      received += records.count();
    }
    return received;
  }

  private void receive(ConsumerRecord<String, byte[]> record) throws SQLException, IOException {
    JsonNode order = json.readTree(record.value());
    byte[] eventId = record.headers().lastHeader("ce_id").value();
    inbox.setString(1, new String(eventId, StandardCharsets.UTF_8));
    inbox.setBytes(2, sha256(record.value()));
    inbox.executeUpdate();
    effect.setString(1, new String(eventId, StandardCharsets.UTF_8));
    effect.setString(2, order.get("orderId").textValue());
    effect.setString(3, order.get("tenant").textValue());
    effect.setString(4, "OrderPlaced");
    effect.setString(5, text(order));
    effect.executeUpdate();
    connection.commit();
  }

  private static String text(JsonNode order) {
    return "Order placed: %s × %s (%s)"
        .formatted(
            order.get("quantity").intValue(),
            order.get("productName").textValue(),
            order.get("sku").textValue());
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    consumer.close();
    connection.close();
  }
}
