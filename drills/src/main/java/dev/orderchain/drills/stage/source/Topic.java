package dev.orderchain.drills.stage.source;

import dev.orderchain.drills.check.invariant.Observation.Delivery;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/** The records of the order events' topic, read by a client of its own, in no group. */
public final class Topic {
  private static final String NAME = "order-events";
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration BOUND = Duration.ofSeconds(30);

  private final String address;
  private final Map<TopicPartition, Long> start;

  /** Remembers where the topic ends now. */
  public Topic(String address) {
    this.address = address;
    try (KafkaConsumer<String, String> consumer = consumer()) {
      start = consumer.endOffsets(partitions(consumer), BOUND);
    }
  }

  /** What has come since, each partition in its order. */
  public List<Delivery> deliveries() {
    try (KafkaConsumer<String, String> consumer = consumer()) {
      Map<TopicPartition, Long> end = consumer.endOffsets(partitions(consumer), BOUND);
      Map<TopicPartition, Long> from = new HashMap<>();
      end.keySet().forEach(partition -> from.put(partition, start.getOrDefault(partition, 0L)));
      consumer.assign(end.keySet());
      from.forEach(consumer::seek);
      List<Delivery> deliveries = new ArrayList<>();
      while (end.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue())) {
        for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
          deliveries.add(new Delivery(eventId(record), record.key()));
        }
      }
      return deliveries;
    }
  }

  private static String eventId(ConsumerRecord<String, String> record) {
    return Optional.ofNullable(record.headers().lastHeader("ce_id"))
        .map(Header::value)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElse("");
  }

  private static List<TopicPartition> partitions(KafkaConsumer<String, String> consumer) {
    return consumer.partitionsFor(NAME, BOUND).stream()
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  private KafkaConsumer<String, String> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            address,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) BOUND.toMillis()),
        new StringDeserializer(),
        new StringDeserializer());
  }
}
