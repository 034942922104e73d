package dev.orderchain.drills.stage;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.MemberDescription;

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

  private List<MemberDescription> members() throws Exception {
    return List.copyOf(
        admin.describeConsumerGroups(List.of(name)).describedGroups().get(name).get().members());
  }

  @Override
  public void close() {
    admin.close();
  }
}
