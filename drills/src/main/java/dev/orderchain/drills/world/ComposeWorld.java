package dev.orderchain.drills.world;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Keys;
import dev.orderchain.testbed.fault.Byteman;
import dev.orderchain.testbed.link.Link;
import dev.orderchain.testbed.link.MySqlLink;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The chain as containers, from the project's docker-compose.yml. One that was left over is removed
 * first.
 */
public class ComposeWorld implements World {
  private static final String KAFKA_RUN = "/opt/kafka/bin/kafka-run-class.sh";
  private static final Pattern VERSION = Pattern.compile("\\d+(\\.\\d+)+\\S*");

  private final Path folder;
  private final Project project;
  private final Keys keys;
  private final List<Container> targets = new ArrayList<>();
  private final List<Container> others = new ArrayList<>();
  private boolean made;
  private boolean closed;

  /**
   * @throws CannotRun when there is no Docker to run it
   */
  public ComposeWorld(Path folder) {
    this(folder, Project.own(rules(folder)));
    beginAfresh();
  }

  ComposeWorld(Path folder, Project project) {
    this.folder = folder.toAbsolutePath().normalize();
    this.project = project;
    keys = Keys.in(keysFolder());
    for (String part : Project.PARTS) {
      targets.add(container(part, part, project.container(part), project.port(part)));
    }
  }

  private void beginAfresh() {
    try {
      project.docker().output("info");
      project.down();
      Folders.remove(folder);
    } catch (TestbedException e) {
      throw new CannotRun(
          "Docker with its compose plugin cannot be used: " + lastLine(e.getMessage()), e);
    }
  }

  private static Path rules(Path folder) {
    return folder.toAbsolutePath().normalize().resolve("rules");
  }

  private Container container(String part, String name, String container, int port) {
    return new Container(project, part, name, container, port, rules(folder));
  }

  @Override
  public Where where() {
    return Where.COMPOSE;
  }

  @Override
  public void start() {
    if (!made) make();
    made = true;
    targets.parallelStream().forEach(Container::start);
  }

  private void make() {
    try {
      layOut();
      project.build();
      project.up();
    } catch (TestbedException e) {
      throw new CannotRun(
          "docker compose cannot make the chain: "
              + lastLine(e.getMessage())
              + " (where no registry is in reach, scripts/images makes the images that it needs)",
          e);
    }
    takeKeys();
  }

  final void takeKeys() {
    project.docker().output("cp", project.container("keys") + ":/keys", keysFolder().toString());
  }

  final List<Container> targets() {
    return targets;
  }

  /** Made before Docker would make it, as root. Readable for the services' account. */
  private void layOut() {
    try {
      Files.createDirectories(rules(folder));
      Files.setPosixFilePermissions(rules(folder), PosixFilePermissions.fromString("rwxr-xr-x"));
      Path agent = Files.copy(Byteman.jar(), rules(folder).resolve("byteman.jar"));
      Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rw-r--r--"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path keysFolder() {
    return folder.resolve("keys");
  }

  private static String lastLine(String text) {
    return text.strip().lines().reduce("", (before, line) -> line);
  }

  @Override
  public void heal() {
    others.forEach(Container::remove);
    others.clear();
    targets.parallelStream().forEach(Container::startPlainly);
  }

  @Override
  public Target target(String name) {
    return part(name);
  }

  private Container part(String name) {
    return targets.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
  }

  @Override
  public Target another(String service, String name) {
    Container other = container(service, name, project.another(name), project.newPort());
    others.add(other);
    return other;
  }

  @Override
  public Connection orderDb() throws SQLException {
    return connect(Chain.ORDER_DB, "orders", account());
  }

  @Override
  public Connection notificationDb() throws SQLException {
    return connect(Chain.NOTIFICATION_DB, "notifications", account());
  }

  @Override
  public Connection asOwner() throws SQLException {
    return connect(Chain.ORDER_DB, "orders", "orders");
  }

  /** By which the databases are read. */
  String account() {
    return "root";
  }

  private Connection connect(String server, String database, String account) throws SQLException {
    Properties login = new Properties();
    login.setProperty("user", account);
    login.setProperty("password", password(account));
    login.setProperty("allowPublicKeyRetrieval", "true");
    login.setProperty("connectionTimeZone", "UTC");
    login.setProperty("forceConnectionTimeZoneToSession", "true");
    String url = "jdbc:mysql://" + target(server).address() + "/" + database;
    return new com.mysql.cj.jdbc.Driver().connect(url, login);
  }

  @Override
  public String kafkaAddress() {
    return target(Chain.KAFKA).address();
  }

  @Override
  public String mintToken(String tenant, String role) {
    return keys.mintToken(tenant, role);
  }

  @Override
  public String password(String account) {
    return keys.password(account);
  }

  @Override
  public Link link(Wire wire) {
    throw noLinks();
  }

  @Override
  public MySqlLink orderDbLink() {
    throw noLinks();
  }

  private static UnsupportedOperationException noLinks() {
    return new UnsupportedOperationException("containers reach each other with no link between");
  }

  @Override
  public Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    versions.put("Docker", project.docker().output("version", "--format", "{{.Server.Version}}"));
    versions.put("MySQL", version(Chain.ORDER_DB, "mysqld", "--version"));
    versions.put("Redis", version(Chain.REDIS, "redis-server", "--version"));
    versions.put("Kafka", version(Chain.KAFKA, KAFKA_RUN, "kafka.Kafka", "--version"));
    versions.put("JDK", version(Chain.ORDER_SERVICE, "java", "--version"));
    for (Container target : targets) versions.put("image of " + target.name(), target.image());
    return versions;
  }

  /** The first version that a command inside of a part prints. */
  private String version(String part, String... command) {
    String said = part(part).says(command);
    Matcher version = VERSION.matcher(said);
    return version.find() ? version.group() : said;
  }

  @Override
  public synchronized void close() {
    if (closed) return;
    project.end();
    Folders.remove(folder);
    closed = true;
  }

  @Override
  public List<String> leftovers() {
    List<String> left = new ArrayList<>(project.remains());
    if (Files.exists(folder)) left.add("folder " + folder);
    return left;
  }
}
