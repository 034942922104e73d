package dev.orderchain.relay.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.relay.OnRealServers;
import dev.orderchain.relay.Settings;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Test;

/** The topics, on the real broker. */
@QuarkusTest
class TopicsIT extends OnRealServers {
  @Inject Settings settings;

  @Test
  void settingsAreWhatTheContractSays() throws Exception {
    Properties contract = new Properties();
    try (InputStream in = TopicsIT.class.getResourceAsStream("/contracts/topics.properties")) {
      contract.load(in);
    }
    Map<String, String> set = new HashMap<>();
    settings
        .topics()
        .forEach(
            (name, topic) -> {
              set.put(name + ".partitions", Integer.toString(topic.partitions()));
              set.put(name + ".retention-days", Long.toString(topic.retention().toDays()));
            });
    assertEquals(contract, set);
  }

  @Test
  void eachIsCreatedWithItsSettingsWhicheverOfTheOthersAreThere() throws Exception {
    try (Admin admin = TestServers.current().kafka().admin()) {
      new Topics(settings, kafka()).ensure();
      for (var topic : settings.topics().entrySet()) {
        String name = topic.getKey();
        admin.deleteTopics(List.of(name)).all().get();
        await().until(() -> !admin.listTopics().names().get().contains(name));

        new Topics(settings, kafka()).ensure();

        await()
            .untilAsserted(
                () -> {
                  assertEquals(topic.getValue().partitions(), partitions(admin, name));
                  assertEquals(topic.getValue().retention(), retention(admin, name));
                });
      }
    }
  }

  private static int partitions(Admin admin, String topic) throws Exception {
    return admin
        .describeTopics(List.of(topic))
        .allTopicNames()
        .get()
        .get(topic)
        .partitions()
        .size();
  }

  private static Duration retention(Admin admin, String topic) throws Exception {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    var config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
    return Duration.ofMillis(Long.parseLong(config.get(TopicConfig.RETENTION_MS_CONFIG).value()));
  }
}
