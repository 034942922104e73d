package dev.orderchain.drills.yardstick;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * The relay of the textbook: one transaction a row, in which the row is locked, sent, waited for,
 * and marked. Loses nothing, sends again what it did not get to mark.
 */
public final class TextbookRelay implements AutoCloseable {
  private final Connection connection;
  private final Producer<String, String> producer;
  private final String topic;
  private final PreparedStatement next;
  private final PreparedStatement mark;

  /** Takes the connection over. */
  public TextbookRelay(Connection connection, String kafka, String topic) throws SQLException {
    this.connection = connection;
    this.topic = topic;
    connection.setAutoCommit(false);
    next =
        connection.prepareStatement(
            """
            SELECT id, event_id, event_type, aggregate_id, payload, traceparent
            FROM outbox FORCE INDEX (ix_outbox_due)
            WHERE state = 'PENDING' ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED""");
    mark =
        connection.prepareStatement(
            "UPDATE outbox SET state = 'SENT', sent_at = NOW(6) WHERE id = ?");
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka,
            ProducerConfig.ACKS_CONFIG,
            "all",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            true,
            ProducerConfig.LINGER_MS_CONFIG,
            0);
    producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
  }

  /** Relays this many rows, which have to be there. */
  public void relay(int rows) throws SQLException, ExecutionException, InterruptedException {
    for (int i = 0; i < rows; i++) relayOne();
  }

  private void relayOne() throws SQLException, ExecutionException, InterruptedException {
    try (ResultSet row = next.executeQuery()) {
      if (!row.next()) throw new IllegalStateException("the outbox has run out of PENDING rows");
      producer.send(message(row)).get();
      mark.setLong(1, row.getLong("id"));
    }
    mark.executeUpdate();
    connection.commit();
  }

  private ProducerRecord<String, String> message(ResultSet row) throws SQLException {
    String orderId = row.getString("aggregate_id");
    ProducerRecord<String, String> message =
        new ProducerRecord<>(topic, orderId, row.getString("payload"));
    message.headers().add("ce_specversion", "1.0".getBytes());
    message.headers().add("ce_id", row.getBytes("event_id"));
    message.headers().add("ce_type", row.getBytes("event_type"));
    message.headers().add("ce_source", "/order-service".getBytes());
    message.headers().add("ce_subject", orderId.getBytes());
    message.headers().add("content-type", "application/json".getBytes());
    message.headers().add("traceparent", row.getBytes("traceparent"));
    return message;
  }

  @Override
  public void close() throws SQLException {
    producer.close();
    connection.close();
  }
}
