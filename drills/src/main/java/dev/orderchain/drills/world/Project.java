package dev.orderchain.drills.world;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.process.Ports;
import dev.orderchain.testbed.process.TestbedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The project's docker-compose.yml with {@code drills/compose.yml} on top, under a name and on
 * ports of its own, beside a chain that someone else runs.
 */
final class Project {
  private static final String NAME = "order-chain-drills";
  private static final Duration BUILT_WITHIN = Duration.ofMinutes(15);
  private static final Duration UP_WITHIN = Duration.ofMinutes(5);

  /** In the order in which they are started. */
  static final List<String> PARTS =
      List.of(
          Chain.ORDER_DB,
          Chain.NOTIFICATION_DB,
          Chain.KAFKA,
          Chain.REDIS,
          Chain.PAYMENT_PROVIDER,
          Chain.ORDER_SERVICE,
          Chain.RELAY_SERVICE,
          Chain.NOTIFICATION_SERVICE);

  private final Path root = Checkout.here().root();
  private final Map<String, Integer> ports = new LinkedHashMap<>();
  private final Set<Integer> taken = new HashSet<>();
  private final Docker docker;
  private boolean ended;

  /**
   * @param rules the folder that the services see as {@code /drills}
   */
  Project(Path rules) {
    Map<String, String> environment = new HashMap<>();
    for (String part : PARTS) {
      ports.put(part, newPort());
      environment.put(variable(part), Integer.toString(port(part)));
    }
    environment.put("DRILLS_RULES", rules.toString());
    environment.put("COMPOSE_PROFILES", "");
    environment.put("COMPOSE_ANSI", "never");
    environment.put("COMPOSE_PROGRESS", "plain");
    docker = new Docker(environment);
  }

  /** As the compose files name it. */
  private static String variable(String part) {
    String name = part.replaceAll("-service|payment-", "").replace('-', '_');
    return name.toUpperCase(Locale.ROOT) + "_PORT";
  }

  Docker docker() {
    return docker;
  }

  /** The port of this machine that leads to a part. */
  int port(String part) {
    return ports.get(part);
  }

  int newPort() {
    int port = Ports.free();
    while (!taken.add(port)) port = Ports.free();
    return port;
  }

  /** The container of a part; compose gives it this name. */
  static String container(String part) {
    return NAME + "-" + part + "-1";
  }

  /** The container of a further instance. */
  static String another(String name) {
    return NAME + "-" + name;
  }

  void build() {
    compose(BUILT_WITHIN, "build");
  }

  /** Starts all parts, each when what it needs is healthy. */
  synchronized void up() {
    requireOpen();
    compose(UP_WITHIN, "up", "--detach", "--no-build", "--wait");
  }

  /** Makes a container of a service and starts it. */
  synchronized void run(List<String> arguments) {
    requireOpen();
    List<String> run = new ArrayList<>(List.of("run", "--detach", "--no-deps"));
    run.addAll(arguments);
    compose(UP_WITHIN, run.toArray(String[]::new));
  }

  private void requireOpen() {
    if (ended) throw new TestbedException("the chain has been taken down");
  }

  /** As {@link #down}, for good: an end from outside finds the drills still at work. */
  synchronized void end() {
    ended = true;
    down();
  }

  /** Ends and removes all, its data too. */
  void down() {
    compose(UP_WITHIN, "down", "--volumes", "--remove-orphans", "--rmi", "local", "--timeout", "0");
  }

  private void compose(Duration bound, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "compose",
                "--project-name",
                NAME,
                "--project-directory",
                root.toString(),
                "--file",
                root.resolve("docker-compose.yml").toString(),
                "--file",
                root.resolve("drills/compose.yml").toString()));
    command.addAll(List.of(arguments));
    docker.output(bound, command);
  }

  /** What bears its name, a line each. */
  List<String> remains() {
    return Stream.of(
            remains("container", "{{.Names}}", "--all"),
            remains("volume", "{{.Name}}"),
            remains("network", "{{.Name}}"),
            remains("image", "{{.Repository}}"))
        .flatMap(List::stream)
        .toList();
  }

  private List<String> remains(String kind, String format, String... more) {
    List<String> command =
        new ArrayList<>(
            List.of(
                kind,
                "ls",
                "--format",
                kind + " " + format,
                "--filter",
                "label=com.docker.compose.project=" + NAME));
    command.addAll(List.of(more));
    return docker.output(command.toArray(String[]::new)).lines().toList();
  }
}
