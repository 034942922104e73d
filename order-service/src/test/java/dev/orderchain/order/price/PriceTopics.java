package dev.orderchain.order.price;

import dev.orderchain.testbed.TestServers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topics of price changes at the real broker, and how far the service has read. */
final class PriceTopics implements AutoCloseable {
  private static final String EVENTS = "product-events";
  private static final String PARKED = "product-events-parked";

  /** One, so that what is sent later is taken later. */
  private static final TopicPartition PARTITION = new TopicPartition(EVENTS, 1);

  private final Admin admin = TestServers.current().kafka().admin();
  private final KafkaProducer<byte[], byte[]> producer =
      new KafkaProducer<>(
          Map.of("bootstrap.servers", TestServers.current().kafka().address()),
          new ByteArraySerializer(),
          new ByteArraySerializer());

  /** As the relay sends it. */
  static ProducerRecord<byte[], byte[]> changed(String sku, int version) {
    return record(
        bytes(sku),
        bytes(
            "{\"sku\":\"%s\",\"name\":\"x\",\"priceCents\":1,\"currency\":\"EUR\",\"version\":%d}"
                .formatted(sku, version)),
        "PriceChanged");
  }

  /**
   * @param type null for none
   */
  static ProducerRecord<byte[], byte[]> record(byte[] key, byte[] value, String type) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(EVENTS, PARTITION.partition(), key, value);
    if (type != null) {
      record.headers().add("ce_type", bytes(type));
    }
    record.headers().add("traceparent", new byte[] {0, (byte) 0x80});
    return record;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  RecordMetadata send(ProducerRecord<byte[], byte[]> record) {
    return get(producer.send(record));
  }

  boolean isAcknowledged(RecordMetadata record) {
    OffsetAndMetadata next =
        get(admin.listConsumerGroupOffsets("order-service").partitionsToOffsetAndMetadata())
            .get(PARTITION);
    return next != null && next.offset() > record.offset();
  }

  /** All that is parked. */
  List<ConsumerRecord<byte[], byte[]>> parked() {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", TestServers.current().kafka().address()),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition only = new TopicPartition(PARKED, 0);
      consumer.assign(List.of(only));
      consumer.seekToBeginning(List.of(only));
      long end = consumer.endOffsets(List.of(only)).get(only);
      List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
      while (consumer.position(only) < end) {
        consumer.poll(Duration.ofMillis(100)).forEach(all::add);
      }
      return all;
    }
  }

  @Override
  public void close() {
    producer.close();
    admin.close();
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }
}
