package dev.orderchain.drills.benchmark.load;

import dev.orderchain.testbed.KafkaServer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.serialization.StringSerializer;

/** Order events planted in a topic, as the relay would have sent them. */
public final class Records {
  private static final int PARTITIONS = 6;

  private final KafkaServer kafka;
  private final String topic;

  /** Creates the topic, unless it is there. */
  public Records(KafkaServer kafka, String topic) throws ExecutionException, InterruptedException {
    this.kafka = kafka;
    this.topic = topic;
    try (Admin admin = kafka.admin()) {
      admin.createTopics(List.of(new NewTopic(topic, PARTITIONS, (short) 1))).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) throw e;
    }
  }

  /** How many records the topic has taken in. */
  public long count() throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (int partition = 0; partition < PARTITIONS; partition++) {
      latest.put(new TopicPartition(topic, partition), OffsetSpec.latest());
    }
    try (Admin admin = kafka.admin()) {
      return admin.listOffsets(latest).all().get().values().stream()
          .mapToLong(ListOffsetsResult.ListOffsetsResultInfo::offset)
          .sum();
    }
  }

  /** Adds events and returns the ids of those that are the last of their partitions. */
  public List<String> plant(int count) throws ExecutionException, InterruptedException {
    Map<Integer, String> last = new HashMap<>();
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka.address(),
            ProducerConfig.LINGER_MS_CONFIG,
            5,
            ProducerConfig.BATCH_SIZE_CONFIG,
            64 * 1024);
    Map<Integer, Long> offsets = new HashMap<>();
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (int i = 0; i < count; i++) {
        OrderEvent event = OrderEvent.next();
        producer.send(
            message(event),
            (sent, failure) -> {
              // One thread calls back, so plain maps will do.
              if (failure == null && sent.offset() >= offsets.getOrDefault(sent.partition(), -1L)) {
                offsets.put(sent.partition(), sent.offset());
                last.put(sent.partition(), event.id());
              }
            });
      }
      producer.flush();
    }
    return List.copyOf(last.values());
  }

  private ProducerRecord<String, String> message(OrderEvent event) {
    ProducerRecord<String, String> message =
        new ProducerRecord<>(topic, event.orderId(), event.payload());
    Map.of(
            "ce_specversion",
            "1.0",
            "ce_id",
            event.id(),
            "ce_type",
            OrderEvent.TYPE,
            "ce_source",
            "/order-service",
            "ce_subject",
            event.orderId(),
            "ce_time",
            Instant.now().toString(),
            "content-type",
            "application/json",
            "traceparent",
            OrderEvent.TRACEPARENT)
        .forEach(
            (name, value) -> message.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
    return message;
  }
}
