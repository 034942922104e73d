package dev.orderchain.drills.world.compose;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.world.Folders;
import dev.orderchain.drills.world.Target;
import dev.orderchain.drills.world.Where;
import dev.orderchain.drills.world.Wire;
import dev.orderchain.drills.world.World;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Keys;
import dev.orderchain.testbed.link.Link;
import dev.orderchain.testbed.link.MySqlLink;
import dev.orderchain.testbed.process.TestbedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The chain as containers, from the project's docker-compose.yml. One that was left over is removed
 * first.
 */
public class ComposeWorld implements World {
  private final Path folder;
  private final Project project;
  private final Keys keys;
  private final Rules rules;
  private final List<Container> targets = new ArrayList<>();
  private final List<Container> others = new ArrayList<>();
  private boolean made;
  private boolean closed;

  /**
   * @throws CannotRun when there is no Docker to run it
   */
  public ComposeWorld(Path folder) {
    this(folder, Project.own(Rules.in(folder).folder()));
    beginAfresh();
  }

  ComposeWorld(Path folder, Project project) {
    this.folder = folder.toAbsolutePath().normalize();
    this.project = project;
    keys = Keys.in(keysFolder());
    rules = Rules.in(folder);
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

  private Container container(String part, String name, String container, int port) {
    return new Container(project, part, name, container, port, rules);
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
      rules.layOut();
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
    return Versions.of(project.docker(), targets);
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
