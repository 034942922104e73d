package dev.orderchain.testbed;

import dev.orderchain.testbed.process.OsProcess;
import dev.orderchain.testbed.process.Ports;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * The folder of a chain: what a part keeps across its own death, and which port it has.
 *
 * <pre>
 * keys/         what scripts/keys made
 * data/PART/    the part's working folder
 * log/PART.log  what it said, all its lives after each other
 * run/PART      its process, while it lives or after it died unasked
 * ports         the ports that were picked
 * </pre>
 */
final class Home {
  private static final Map<String, Integer> DESIGN_PORTS =
      Map.of(
          Chain.ORDER_SERVICE, 8080,
          Chain.RELAY_SERVICE, 8081,
          Chain.NOTIFICATION_SERVICE, 8082,
          Chain.PAYMENT_PROVIDER, 8090,
          Chain.ORDER_DB, 13306,
          Chain.NOTIFICATION_DB, 13307,
          Chain.REDIS, 16379,
          Chain.KAFKA, 19092,
          KafkaServer.CONTROLLER, 19093);

  private final Path folder;
  private final Map<String, Integer> fixedPorts;
  private final boolean outlivesThisJvm;

  private Home(Path folder, Map<String, Integer> fixedPorts, boolean outlivesThisJvm) {
    this.folder = folder.toAbsolutePath().normalize();
    this.fixedPorts = fixedPorts;
    this.outlivesThisJvm = outlivesThisJvm;
  }

  /** The ports of the design; what is started stays when this JVM ends. */
  static Home local(Path folder) {
    return new Home(folder, DESIGN_PORTS, true);
  }

  /** Free ports; what is started ends with this JVM, however that ends. */
  static Home bound(Path folder) {
    return new Home(folder, Map.of(), false);
  }

  Path folder() {
    return folder;
  }

  boolean outlivesThisJvm() {
    return outlivesThisJvm;
  }

  Path keys() {
    return folder.resolve("keys");
  }

  Path data(String part) {
    return folder.resolve("data").resolve(part);
  }

  Path log(String part) {
    return folder.resolve("log").resolve(part + ".log");
  }

  /** The port of a part, picked at the first call and the same ever after. */
  synchronized int port(String name) {
    Integer fixed = fixedPorts.get(name);
    if (fixed != null) {
      return fixed;
    }
    Path file = folder.resolve("ports");
    Properties ports = load(file);
    String known = ports.getProperty(name);
    if (known != null) {
      return Integer.parseInt(known);
    }
    int port = Ports.free();
    while (ports.containsValue(Integer.toString(port))) {
      port = Ports.free();
    }
    ports.setProperty(name, Integer.toString(port));
    save(file, ports);
    return port;
  }

  /** The process that was last started as this part, if it is still alive. */
  Optional<OsProcess> process(String part) {
    Properties record = load(record(part));
    return Optional.ofNullable(record.getProperty("pid"))
        .map(pid -> new OsProcess(Long.parseLong(pid), startTicks(record)))
        .filter(OsProcess::isAlive);
  }

  void remember(String part, OsProcess process) {
    Properties record = new Properties();
    record.setProperty("pid", Long.toString(process.pid()));
    record.setProperty("startTicks", Long.toString(process.startTicks()));
    save(record(part), record);
  }

  void forget(String part) {
    try {
      Files.deleteIfExists(record(part));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path record(String part) {
    return folder.resolve("run").resolve(part);
  }

  private static long startTicks(Properties record) {
    return Long.parseLong(record.getProperty("startTicks"));
  }

  private static Properties load(Path file) {
    Properties properties = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return properties;
  }

  private static void save(Path file, Properties properties) {
    try {
      Files.createDirectories(file.getParent());
      Path whole = Files.createTempFile(file.getParent(), file.getFileName().toString(), ".new");
      try (Writer writer = Files.newBufferedWriter(whole)) {
        properties.store(writer, null);
      }
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
