package dev.orderchain.testbed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;

class ServersOfTestsIT {
  @Test
  void theRelaysTestsGetTheDatabaseAsOrderServiceLeavesIt() throws Exception {
    Map<String, String> configuration = start("relay-service");

    Properties account = new Properties();
    account.setProperty("user", "relay");
    account.setProperty("password", configuration.get("quarkus.datasource.password"));
    String url = "jdbc:mysql://" + configuration.get("ORDER_DB") + "/orders";
    try (Connection connection = new com.mysql.cj.jdbc.Driver().connect(url, account);
        Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT state, payload FROM outbox");
      statement.executeUpdate("UPDATE outbox SET state = 'SENT'");
      assertThrows(SQLException.class, () -> statement.executeUpdate("DELETE FROM outbox"));
      assertThrows(SQLException.class, () -> statement.executeQuery("SELECT 1 FROM orders"));
    }
    Chain servers = TestServers.current();
    assertEquals(configuration.get("KAFKA"), servers.kafka().address());
    assertTrue(servers.kafka().isHealthy());
    assertTrue(servers.redis().isHealthy());
    assertFalse(servers.notificationDb().isRunning());

    anotherClassLoaderMeansTheSameServers(servers);
    aSecondStartChangesNothing(configuration);
  }

  @Test
  void orderServicesTestsGetTheTopicsOfTheContract() throws Exception {
    start("order-service");
    start("order-service");

    Map<String, Integer> partitions = new HashMap<>();
    try (Admin admin = TestServers.current().kafka().admin()) {
      for (var topic :
          admin.describeTopics(admin.listTopics().names().get()).allTopicNames().get().values()) {
        partitions.put(topic.name(), topic.partitions().size());
      }
    }
    assertEquals(
        Map.of("order-events", 6, "product-events", 6, "product-events-parked", 1), partitions);
  }

  @Test
  void refusesToGuessTheService() {
    assertThrows(IllegalArgumentException.class, () -> new TestServers().init(Map.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new TestServers().init(Map.of("service", "payment-provider")));
  }

  private static void aSecondStartChangesNothing(Map<String, String> configuration) {
    assertEquals(configuration, start("relay-service"));
  }

  /** As Quarkus does it: the same classes once more. */
  private static void anotherClassLoaderMeansTheSameServers(Chain servers) throws Exception {
    try (URLClassLoader again =
        new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
      Class<?> testServers = again.loadClass(TestServers.class.getName());
      assertNotSame(TestServers.class, testServers);
      Object chain = testServers.getMethod("current").invoke(null);
      Object redis = chain.getClass().getMethod("redis").invoke(chain);
      assertEquals(servers.redis().pid(), redis.getClass().getMethod("pid").invoke(redis));
    }
  }

  private static Map<String, String> start(String service) {
    TestServers servers = new TestServers();
    servers.init(Map.of("service", service));
    return servers.start();
  }

  private static URL[] classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(ServersOfTestsIT::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(entry, e);
    }
  }
}
