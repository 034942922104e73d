package dev.orderchain.testbed;

import dev.orderchain.testbed.process.Command;
import dev.orderchain.testbed.process.OsProcess;
import dev.orderchain.testbed.process.TestbedException;
import dev.orderchain.testbed.process.Watchdog;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.flywaydb.core.Flyway;

/**
 * The real servers that a service's {@code @QuarkusTest}s need, on free ports, once for all test
 * classes of a module. They end with the test's JVM.
 *
 * <pre>{@code
 * @WithTestResource(
 *     value = TestServers.class,
 *     initArgs = @ResourceArg(name = "service", value = "relay-service"),
 *     scope = TestResourceScope.GLOBAL)
 * }</pre>
 *
 * <p>The service named gets: order-service the order database (empty: it migrates it itself),
 * Redis, Kafka with the topics of {@code contracts/topics.properties}, for which the chain has the
 * relay, and the payment provider; relay-service the order database as order-service's migrations
 * leave it, Kafka and Redis; notification-service its database and Kafka. Its {@code
 * application.properties} is used as it is: what it reads from the environment is set, its secrets
 * included.
 *
 * <p>A test gets at the servers by {@link #current()}: to kill, pause and start them, to read the
 * databases under any account, to mint tokens. Who ends a server starts it again.
 *
 * <p>The payment provider posts its late notices to {@link Chain#orderService}, the packaged one.
 * The service under test has another port and gets none: a test signs and posts them itself, with
 * {@link Keys#noticeSecret}.
 */
public final class TestServers implements QuarkusTestResourceLifecycleManager {
  /**
   * Known to the whole JVM, because Quarkus loads this class in more than one class loader, each of
   * which finds the processes again by their folder.
   */
  private static final String FOLDER = "dev.orderchain.testbed.folder";

  private static final List<String> SERVICES =
      List.of(Chain.ORDER_SERVICE, Chain.RELAY_SERVICE, Chain.NOTIFICATION_SERVICE);

  private static final String PARTITIONS = ".partitions";

  private static Chain chain;

  private String service;

  /** The running servers of this JVM. Only those that the module's service needs are running. */
  public static synchronized Chain current() {
    if (chain == null) {
      String folder = System.getProperty(FOLDER);
      if (folder == null) {
        throw new IllegalStateException("no @WithTestResource has started the servers");
      }
      chain = Chain.in(Path.of(folder));
    }
    return chain;
  }

  @Override
  public void init(Map<String, String> initArgs) {
    service = initArgs.getOrDefault("service", "");
    if (!SERVICES.contains(service)) {
      throw new IllegalArgumentException(
          "the init argument 'service' must be one of " + SERVICES + ", not '" + service + "'");
    }
  }

  @Override
  public Map<String, String> start() {
    claimFolder();
    Chain servers = current();
    servers.start(needs(servers));
    if (service.equals(Chain.RELAY_SERVICE)) {
      migrate(servers.orderDb(), servers.keys());
    }
    if (service.equals(Chain.ORDER_SERVICE)) {
      createTopics(servers.kafka());
    }
    Map<String, String> configuration = new HashMap<>(servers.endpoints());
    configuration.put("quarkus.datasource.password", servers.keys().password(account()));
    if (service.equals(Chain.ORDER_SERVICE)) {
      configuration.put("order.card.notice-secret", servers.keys().noticeSecret());
    }
    return configuration;
  }

  /** They stay for the next test class. */
  @Override
  public void stop() {}

  private List<Part> needs(Chain servers) {
    return switch (service) {
      case Chain.ORDER_SERVICE ->
          List.of(servers.orderDb(), servers.redis(), servers.kafka(), servers.paymentProvider());
      case Chain.RELAY_SERVICE -> List.of(servers.orderDb(), servers.kafka(), servers.redis());
      default -> List.of(servers.notificationDb(), servers.kafka());
    };
  }

  private String account() {
    return switch (service) {
      case Chain.ORDER_SERVICE -> "orders";
      case Chain.RELAY_SERVICE -> "relay";
      default -> "notifications";
    };
  }

  private static void migrate(MySqlServer orderDb, Keys keys) {
    Flyway.configure()
        .dataSource(orderDb.jdbcUrl(), orderDb.database(), keys.password(orderDb.database()))
        .locations("filesystem:" + Checkout.here().orderDbMigrations())
        .placeholders(Map.of("relayAccount", "relay"))
        .load()
        .migrate();
  }

  /** Those that are not there yet. */
  private static void createTopics(KafkaServer kafka) {
    Properties contract = new Properties();
    try (Reader file = Files.newBufferedReader(Checkout.here().topics());
        Admin admin = kafka.admin()) {
      contract.load(file);
      List<NewTopic> topics =
          contract.stringPropertyNames().stream()
              .filter(key -> key.endsWith(PARTITIONS))
              .map(key -> newTopic(key, contract.getProperty(key)))
              .toList();
      for (KafkaFuture<Void> created : admin.createTopics(topics).values().values()) {
        awaitUnlessThere(created);
      }
    } catch (IOException | ExecutionException e) {
      throw new TestbedException("cannot create the topics", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while the topics are created", e);
    }
  }

  private static NewTopic newTopic(String key, String partitions) {
    return new NewTopic(
        key.substring(0, key.length() - PARTITIONS.length()),
        Optional.of(Integer.parseInt(partitions)),
        Optional.empty());
  }

  private static void awaitUnlessThere(KafkaFuture<Void> created)
      throws ExecutionException, InterruptedException {
    try {
      created.get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  /** A folder of this JVM; those of JVMs that were killed are removed. */
  private static synchronized void claimFolder() {
    if (System.getProperty(FOLDER) != null) {
      return;
    }
    Path all = Path.of("target/testbed").toAbsolutePath();
    Path folder = all.resolve(Long.toString(ProcessHandle.current().pid()));
    try {
      Files.createDirectories(folder);
      try (Stream<Path> folders = Files.list(all)) {
        for (Path left : folders.filter(TestServers::isLeft).toList()) {
          Command.output(List.of("rm", "-rf", left.toString()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Watchdog.ofThisJvm().removes(folder);
    System.setProperty(FOLDER, folder.toString());
  }

  private static boolean isLeft(Path folder) {
    return OsProcess.running(Long.parseLong(folder.getFileName().toString())).isEmpty();
  }
}
