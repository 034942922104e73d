package dev.orderchain.drills.world.compose;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.process.Ports;
import dev.orderchain.testbed.process.TestbedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The project's docker-compose.yml, up under a name: that of the drills, with {@code
 * drills/compose.yml} on top and on ports of its own, or that of the chain that runs here.
 */
final class Project {
  private static final String NAME = "order-chain-drills";
  private static final Duration BUILT_WITHIN = Duration.ofMinutes(15);
  private static final Duration UP_WITHIN = Duration.ofMinutes(5);

  /** Inside of their containers, as docker-compose.yml says. */
  static final Map<String, Integer> HTTP_PORTS =
      Map.of(
          Chain.ORDER_SERVICE, 8080,
          Chain.RELAY_SERVICE, 8081,
          Chain.NOTIFICATION_SERVICE, 8082,
          Chain.PAYMENT_PROVIDER, 8090);

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

  private static final int MYSQL_PORT = 3306;
  private static final Path ROOT = Checkout.here().root();

  private final String name;

  /** Of compose; its usual one when there is none. */
  private final List<Path> files;

  private final Docker docker;
  private final Map<String, Integer> ports;
  private final Set<Integer> taken;
  private boolean ended;

  private Project(String name, List<Path> files, Docker docker, Map<String, Integer> ports) {
    this.name = name;
    this.files = files;
    this.docker = docker;
    this.ports = ports;
    taken = new HashSet<>(ports.values());
  }

  /**
   * That of the drills; not up yet.
   *
   * @param rules the folder that the services see as {@code /drills}
   */
  static Project own(Path rules) {
    Map<String, Integer> ports = new HashMap<>();
    Map<String, String> environment = new HashMap<>();
    for (String part : PARTS) {
      int port = newPort(ports.values());
      ports.put(part, port);
      environment.put(variable(part), Integer.toString(port));
    }
    environment.put("DRILLS_RULES", rules.toString());
    environment.put("COMPOSE_PROFILES", "");
    environment.put("COMPOSE_ANSI", "never");
    environment.put("COMPOSE_PROGRESS", "plain");
    List<Path> files =
        List.of(ROOT.resolve("docker-compose.yml"), ROOT.resolve("drills/compose.yml"));
    return new Project(NAME, files, new Docker(environment), ports);
  }

  /**
   * The one of {@code docker compose up} in this checkout. Its databases publish no ports and are
   * reached all the same; Kafka and Redis are not.
   *
   * @throws CannotRun when it is not up
   */
  static Project here() {
    Docker docker = new Docker(Map.of("COMPOSE_ANSI", "never"));
    String name = nameOfThatUp(docker);
    Map<String, Integer> ports = new HashMap<>();
    for (String part : PARTS) {
      String container = container(name, part);
      if (HTTP_PORTS.containsKey(part)) {
        String published = docker.output("port", container, HTTP_PORTS.get(part) + "/tcp");
        ports.put(part, Integer.valueOf(published.substring(published.lastIndexOf(':') + 1)));
      } else if (List.of(Chain.ORDER_DB, Chain.NOTIFICATION_DB).contains(part)) {
        ports.put(part, Tunnel.open(docker, container, MYSQL_PORT));
      } else {
        ports.put(part, 0);
      }
    }
    return new Project(name, List.of(), docker, ports);
  }

  /** The environment may give it another name than the file. */
  private static String nameOfThatUp(Docker docker) {
    List<String> ps = List.of("ps", "--format", "{{.Project}}", Chain.ORDER_SERVICE);
    return docker
        .output(UP_WITHIN, inCheckout(ps))
        .lines()
        .findFirst()
        .orElseThrow(
            () ->
                new CannotRun("order-service does not run; 'docker compose up' starts the chain"));
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
    int port = newPort(taken);
    taken.add(port);
    return port;
  }

  private static int newPort(Collection<Integer> taken) {
    int port = Ports.free();
    while (taken.contains(port)) port = Ports.free();
    return port;
  }

  /** The container of a part; compose gives it this name. */
  String container(String part) {
    return container(name, part);
  }

  private static String container(String project, String part) {
    return project + "-" + part + "-1";
  }

  /** The container of a further instance. */
  String another(String instance) {
    return name + "-" + instance;
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
    List<String> command = new ArrayList<>();
    if (!files.isEmpty()) command.addAll(List.of("--project-name", name));
    for (Path file : files) command.addAll(List.of("--file", file.toString()));
    command.addAll(List.of(arguments));
    docker.output(bound, inCheckout(command));
  }

  private static List<String> inCheckout(List<String> arguments) {
    List<String> command =
        new ArrayList<>(List.of("compose", "--project-directory", ROOT.toString()));
    command.addAll(arguments);
    return command;
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
                "label=com.docker.compose.project=" + name));
    command.addAll(List.of(more));
    return docker.output(command.toArray(String[]::new)).lines().toList();
  }
}
