package dev.orderchain.drills.world.local;

import dev.orderchain.drills.client.RedisConnection;
import dev.orderchain.drills.world.Folders;
import dev.orderchain.drills.world.Target;
import dev.orderchain.drills.world.Where;
import dev.orderchain.drills.world.Wire;
import dev.orderchain.drills.world.World;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.link.Link;
import dev.orderchain.testbed.link.MySqlLink;
import dev.orderchain.testbed.process.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.utils.AppInfoParser;

/**
 * The chain as processes, on free ports, in a folder that goes with it. Every service reaches its
 * servers through links.
 */
public class LocalWorld implements World {
  /** The link to the order database reads what passes. */
  private static final String NO_TLS = "&sslMode=DISABLED&allowPublicKeyRetrieval=true";

  private final Chain chain;
  private final Map<Wire, Link> links = new EnumMap<>(Wire.class);
  private final List<LocalTarget> targets = new ArrayList<>();
  private final List<LocalTarget> others = new ArrayList<>();
  private final Set<ProcessHandle> started = ConcurrentHashMap.newKeySet();

  public LocalWorld(Path folder) {
    this(inEmpty(folder), EnumSet.allOf(Wire.class));
  }

  LocalWorld(Chain chain, Set<Wire> linked) {
    this.chain = chain;
    for (Wire wire : linked) links.put(wire, open(wire));
    for (Part part : chain.parts()) targets.add(target(part, part.name()));
  }

  private static Chain inEmpty(Path folder) {
    Folders.remove(folder);
    return Chain.in(folder);
  }

  private LocalTarget target(Part part, String kind) {
    Path script = chain.folder().resolve(part.name() + ".btm");
    return new LocalTarget(part, wired(kind), script, started::add);
  }

  private Link open(Wire wire) {
    return switch (wire) {
      case ORDER_TO_DATABASE -> MySqlLink.to(wire.toString(), chain.orderDb().address());
      case ORDER_TO_PROVIDER -> Link.to(wire.toString(), chain.paymentProvider().address());
      case ORDER_TO_REDIS -> Link.to(wire.toString(), chain.redis().address());
      case RELAY_TO_DATABASE -> Link.to(wire.toString(), chain.orderDb().address());
      case NOTIFICATION_TO_DATABASE -> Link.to(wire.toString(), chain.notificationDb().address());
      case ORDER_TO_KAFKA, RELAY_TO_KAFKA, NOTIFICATION_TO_KAFKA ->
          chain.kafka().link(wire.service());
    };
  }

  @Override
  public Where where() {
    return Where.LOCAL;
  }

  @Override
  public void start() {
    startEach(LocalTarget::start);
  }

  @Override
  public void heal() {
    links.values().forEach(Link::heal);
    for (LocalTarget other : others) other.kill();
    others.clear();
    startEach(LocalTarget::startPlainly);
  }

  /** Side by side, each after those that it needs. */
  private void startEach(Consumer<LocalTarget> how) {
    Map<Part, LocalTarget> byPart =
        targets.stream().collect(Collectors.toMap(LocalTarget::part, target -> target));
    chain.start(byPart.keySet(), part -> how.accept(byPart.get(part)));
  }

  @Override
  public Target target(String name) {
    return targets.stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
  }

  @Override
  public Target another(String service, String name) {
    LocalTarget other = target(chain.another(service, name), service);
    others.add(other);
    return other;
  }

  @Override
  public Connection orderDb() throws SQLException {
    return chain.orderDb().connect(account());
  }

  @Override
  public Connection notificationDb() throws SQLException {
    return chain.notificationDb().connect(account());
  }

  @Override
  public Connection asOwner() throws SQLException {
    return chain.orderDb().connect("orders");
  }

  /** Without further instances. */
  final List<LocalTarget> targets() {
    return targets;
  }

  /** By which the databases are read. */
  String account() {
    return "root";
  }

  @Override
  public String kafkaAddress() {
    return chain.kafka().address();
  }

  @Override
  public String mintToken(String tenant, String role) {
    return chain.mintToken(tenant, role);
  }

  @Override
  public String password(String account) {
    return chain.keys().password(account);
  }

  @Override
  public Link link(Wire wire) {
    return links.get(wire);
  }

  @Override
  public MySqlLink orderDbLink() {
    return (MySqlLink) links.get(Wire.ORDER_TO_DATABASE);
  }

  @Override
  public Map<String, String> versions() {
    Map<String, String> versions = new TreeMap<>();
    versions.put("JDK", Runtime.version().toString());
    versions.put("Kafka", AppInfoParser.getVersion());
    versions.put("MySQL", mysqlVersion());
    versions.put("Redis", redisVersion());
    return versions;
  }

  private String mysqlVersion() {
    try (Connection connection = orderDb()) {
      return connection.getMetaData().getDatabaseProductVersion();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private String redisVersion() {
    try {
      return RedisConnection.version(chain.redis().address());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() {
    chain.close();
    links.values().forEach(Link::close);
    Folders.remove(chain.folder());
  }

  @Override
  public List<String> leftovers() {
    List<String> left = new ArrayList<>();
    for (ProcessHandle process : started) {
      if (process.isAlive()) left.add("process " + process.pid());
    }
    if (Files.exists(chain.folder())) left.add("folder " + chain.folder());
    return left;
  }

  /** How an instance of that service is launched: with its servers at the end of links. */
  private Launch wired(String service) {
    Launch wired = Launch.PLAIN;
    for (Map.Entry<Wire, Link> link : links.entrySet()) {
      Wire wire = link.getKey();
      if (wire.service().equals(service)) {
        wired = wired.environment(wire.variable(), link.getValue().address());
      }
    }
    return service.equals(Chain.ORDER_SERVICE) && links.containsKey(Wire.ORDER_TO_DATABASE)
        ? wired.environment("ORDER_DB_OPTIONS", NO_TLS)
        : wired;
  }
}
