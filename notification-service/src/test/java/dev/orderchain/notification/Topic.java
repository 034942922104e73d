package dev.orderchain.notification;

import dev.orderchain.testbed.TestServers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of the real broker and the group that reads it, as a test sees them. */
public final class Topic implements AutoCloseable {
  private final String name;
  private final String group;
  private final Admin admin = TestServers.current().kafka().admin();
  private final KafkaProducer<byte[], byte[]> producer =
      new KafkaProducer<>(
          Map.of(
              ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
              TestServers.current().kafka().address(),
              ProducerConfig.ACKS_CONFIG,
              "all",
              ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
              true),
          new ByteArraySerializer(),
          new ByteArraySerializer());

  public Topic(String name, String group) {
    this.name = name;
    this.group = group;
  }

  /** Sends to the partition of the key. */
  public Future<RecordMetadata> send(Sample sample) {
    return producer.send(sample.record(name, null));
  }

  public RecordMetadata send(Sample sample, int partition) {
    return get(producer.send(sample.record(name, partition)));
  }

  public void flush() {
    producer.flush();
  }

  /** Where the group would go on, summed over the partitions; 0 when it has committed nothing. */
  public long committed() {
    return offsets().values().stream().mapToLong(OffsetAndMetadata::offset).sum();
  }

  private Map<TopicPartition, OffsetAndMetadata> offsets() {
    return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
  }

  /** How many messages there are. */
  public long end() {
    Map<TopicPartition, OffsetSpec> all =
        get(admin.describeTopics(List.of(name)).allTopicNames()).get(name).partitions().stream()
            .map(p -> new TopicPartition(name, p.partition()))
            .collect(Collectors.toMap(Function.identity(), p -> OffsetSpec.latest()));
    return get(admin.listOffsets(all).all()).values().stream().mapToLong(o -> o.offset()).sum();
  }

  public ConsumerGroupDescription group() {
    return get(admin.describeConsumerGroups(List.of(group)).all()).get(group);
  }

  public void configure(String option, String value) {
    get(
        admin
            .incrementalAlterConfigs(
                Map.of(
                    new ConfigResource(ConfigResource.Type.TOPIC, name),
                    List.of(
                        new AlterConfigOp(
                            new ConfigEntry(option, value),
                            value == null
                                ? AlterConfigOp.OpType.DELETE
                                : AlterConfigOp.OpType.SET))))
            .all());
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
      throw new IllegalStateException(e);
    }
  }
}
