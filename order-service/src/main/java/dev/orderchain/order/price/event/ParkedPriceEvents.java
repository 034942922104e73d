package dev.orderchain.order.price.event;

import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The topic for what cannot be read: key, value and headers as they came, and why. */
@ApplicationScoped
class ParkedPriceEvents {
  private static final String TOPIC = "product-events-parked";
  private static final int WITHIN_MILLIS = 10_000;

  private final Map<String, Object> kafka;

  ParkedPriceEvents(@Identifier("default-kafka-broker") Map<String, Object> kafka) {
    this.kafka = kafka;
  }

  /**
   * Returns when Kafka has it. Rare, so that a producer is made for each.
   *
   * @throws KafkaException when Kafka does not say that it has it
   */
  void park(ConsumerRecord<byte[], byte[]> record, String reason) throws InterruptedException {
    var parked = new ProducerRecord<>(TOPIC, null, record.key(), record.value(), record.headers());
    add(parked, "reason", reason);
    add(parked, "topic", record.topic());
    add(parked, "partition", Integer.toString(record.partition()));
    add(parked, "offset", Long.toString(record.offset()));
    try (var producer = producer()) {
      producer.send(parked).get();
    } catch (ExecutionException e) {
      throw new KafkaException("cannot park " + record, e.getCause());
    }
  }

  private static void add(ProducerRecord<byte[], byte[]> parked, String name, String value) {
    parked.headers().add("dead-letter-" + name, value.getBytes(StandardCharsets.UTF_8));
  }

  private KafkaProducer<byte[], byte[]> producer() {
    Map<String, Object> config = new HashMap<>(kafka);
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, WITHIN_MILLIS);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, WITHIN_MILLIS / 2);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, WITHIN_MILLIS);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
