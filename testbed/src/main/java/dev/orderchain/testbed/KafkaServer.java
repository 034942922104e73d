package dev.orderchain.testbed;

import dev.orderchain.testbed.link.Link;
import dev.orderchain.testbed.process.Command;
import dev.orderchain.testbed.process.Jvm;
import dev.orderchain.testbed.process.Ports;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka broker, its own controller. Topics are created by who owns them, never by being asked
 * for.
 */
public final class KafkaServer extends Part {
  static final String CONTROLLER = "kafka-controller";

  private static final int PROBE_MILLIS = 3_000;

  private final Checkout checkout;
  private final int controllerPort;

  /** By listener. */
  private final Map<String, ClientLink> links = new LinkedHashMap<>();

  KafkaServer(Home home, Checkout checkout, String name) {
    super(home, name);
    this.checkout = checkout;
    this.controllerPort = home.port(CONTROLLER);
  }

  /**
   * A client's own way to this broker: a listener that tells clients the link's address, so that
   * they stay on it. Stays the same across the broker's lives, and is closed with the chain.
   *
   * @throws TestbedException for a new client while the broker runs, which reads its listeners at
   *     its start
   */
  public synchronized Link link(String client) {
    return links.computeIfAbsent(listener(client), listener -> newLink(client)).link();
  }

  private ClientLink newLink(String client) {
    if (isRunning()) {
      throw new TestbedException(
          name() + " is running already; ask for the link of " + client + " before its start");
    }
    int port = home().port(name() + "-for-" + client);
    return new ClientLink(port, Link.to(client + "-" + name(), "127.0.0.1:" + port));
  }

  private static String listener(String client) {
    return client.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  /**
   * @param port the broker's, behind the link
   */
  private record ClientLink(int port, Link link) {}

  synchronized void closeLinks() {
    links.values().forEach(client -> client.link().close());
  }

  /** A new admin client. */
  public Admin admin() {
    return admin(Map.of());
  }

  private Admin admin(Map<String, Object> configuration) {
    Map<String, Object> all = new HashMap<>(configuration);
    all.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, address());
    return Admin.create(all);
  }

  @Override
  void probe() throws Exception {
    // A socket first: an admin client logs every refused connection.
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port()), PROBE_MILLIS);
    }
    try (Admin admin =
        admin(
            Map.of(
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                PROBE_MILLIS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                PROBE_MILLIS))) {
      admin.describeCluster().nodes().get(PROBE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  void requirePorts() {
    super.requirePorts();
    Ports.requireFree(controllerPort, CONTROLLER);
    links.forEach((listener, client) -> Ports.requireFree(client.port(), listener));
  }

  @Override
  List<String> command() throws IOException {
    Path configuration = data().resolve("server.properties");
    Path records = data().resolve("records");
    Files.writeString(configuration, configuration(records));
    if (!Files.exists(records.resolve("meta.properties"))) {
      format(configuration);
    }
    return java("kafka.Kafka", configuration.toString());
  }

  private void format(Path configuration) {
    Command.output(
        java(
            "kafka.tools.StorageTool",
            "format",
            "--ignore-formatted",
            "-t",
            Uuid.randomUuid().toString(),
            "-c",
            configuration.toString()));
  }

  private List<String> java(String... mainAndArguments) {
    Path jars = checkout.kafkaJars();
    if (!Files.isDirectory(jars)) {
      throw new TestbedException(
          "the broker's jars are not in "
              + jars
              + "; 'mvn package -pl testbed/kafka' puts them there");
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                Jvm.program(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dorg.slf4j.simpleLogger.showDateTime=true",
                "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dorg.slf4j.simpleLogger.log.kafka.server=info",
                "-cp",
                jars + "/*"));
    command.addAll(List.of(mainAndArguments));
    return command;
  }

  private String configuration(Path records) {
    return """
    process.roles=broker,controller
    node.id=1
    listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d%4$s
    advertised.listeners=PLAINTEXT://127.0.0.1:%1$d%5$s
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT%6$s
    controller.listener.names=CONTROLLER
    controller.quorum.voters=1@127.0.0.1:%2$d
    log.dirs=%3$s

    auto.create.topics.enable=false
    group.initial.rebalance.delay.ms=0
    # After a kill the broker is let in again only when its former session is over; 9 s by default.
    broker.session.timeout.ms=3000
    broker.heartbeat.interval.ms=500
    # One node: what is internal has one replica, and few partitions to open at a start.
    offsets.topic.num.partitions=4
    offsets.topic.replication.factor=1
    transaction.state.log.num.partitions=4
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    share.coordinator.state.topic.num.partitions=1
    share.coordinator.state.topic.replication.factor=1
    share.coordinator.state.topic.min.isr=1
    # The default is half of this heap.
    log.cleaner.dedupe.buffer.size=8388608
    """
        .formatted(
            port(),
            controllerPort,
            records.toString().replace("\\", "\\\\"),
            ofLinks((listener, client) -> listener + "://127.0.0.1:" + client.port()),
            ofLinks((listener, client) -> listener + "://" + client.link().address()),
            ofLinks((listener, client) -> listener + ":PLAINTEXT"));
  }

  private String ofLinks(BiFunction<String, ClientLink, String> item) {
    return links.entrySet().stream()
        .map(link -> "," + item.apply(link.getKey(), link.getValue()))
        .collect(Collectors.joining());
  }
}
