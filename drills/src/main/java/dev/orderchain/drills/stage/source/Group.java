package dev.orderchain.drills.stage.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** A consumer group, as its coordinator sees it. */
public final class Group implements AutoCloseable {
  private final Admin admin;
  private final String name;

  public Group(String kafkaAddress, String name) {
    admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafkaAddress));
    this.name = name;
  }

  /** How many of its members have partitions. */
  public long working() throws Exception {
    return members().stream()
        .filter(member -> !member.assignment().topicPartitions().isEmpty())
        .count();
  }

  /** Whether it is done with all that the topic has had until now. */
  public boolean hasRead(String topic) throws Exception {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    for (TopicPartitionInfo partition :
        admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions()) {
      latest.put(new TopicPartition(topic, partition.partition()), OffsetSpec.latest());
    }
    Map<TopicPartition, ListOffsetsResultInfo> ends = admin.listOffsets(latest).all().get();
    Map<TopicPartition, OffsetAndMetadata> committed =
        admin.listConsumerGroupOffsets(name).partitionsToOffsetAndMetadata().get();
    return ends.entrySet().stream()
        .allMatch(end -> offset(committed.get(end.getKey())) >= end.getValue().offset());
  }

  private static long offset(OffsetAndMetadata committed) {
    return committed == null ? 0 : committed.offset();
  }

  private List<MemberDescription> members() throws Exception {
    return List.copyOf(
        admin.describeConsumerGroups(List.of(name)).describedGroups().get(name).get().members());
  }

  @Override
  public void close() {
    admin.close();
  }
}
