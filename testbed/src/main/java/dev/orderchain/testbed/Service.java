package dev.orderchain.testbed;

import dev.orderchain.testbed.process.Jvm;
import dev.orderchain.testbed.process.Launch;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A service of the chain, as packaged, in a JVM of its own. */
public class Service extends Part {
  private static final int ANSWERED_WITHIN_MILLIS = 3_000;

  private final Path jar;
  private final Supplier<Map<String, String>> usual;
  private Launch launch = Launch.PLAIN;

  /**
   * @param usual the environment that makes it part of this chain
   */
  Service(Home home, String name, Path jar, Supplier<Map<String, String>> usual) {
    super(home, name);
    this.jar = jar;
    this.usual = usual;
  }

  /** Where its HTTP is. */
  public final URI http() {
    return URI.create("http://localhost:" + port());
  }

  /** Starts it, if it is not running, with additions for this one start. */
  public final synchronized void start(Launch additions) {
    launch = additions;
    try {
      start();
    } finally {
      launch = Launch.PLAIN;
    }
  }

  /** Whether it was packaged again after it was started. */
  public final boolean isOutdated() {
    long started = System.currentTimeMillis() - uptime().toMillis();
    return isRunning() && jar.toFile().lastModified() > started;
  }

  @Override
  final void probe() throws IOException {
    get("/q/health/ready");
  }

  /** What it answers, when that is 200. */
  final byte[] get(String path) throws IOException {
    URI uri = URI.create("http://" + address() + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
    connection.setConnectTimeout(ANSWERED_WITHIN_MILLIS);
    connection.setReadTimeout(ANSWERED_WITHIN_MILLIS);
    try {
      if (connection.getResponseCode() != 200) {
        throw new IOException("answers " + connection.getResponseCode() + " at " + uri);
      }
      return connection.getInputStream().readAllBytes();
    } finally {
      connection.disconnect();
    }
  }

  @Override
  final List<String> command() {
    if (!Files.exists(jar)) {
      throw new TestbedException(name() + " is not built: there is no " + jar);
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                Jvm.program(),
                "-Xmx192m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager"));
    command.addAll(launch.jvmArgs());
    command.addAll(List.of("-jar", jar.toString()));
    return command;
  }

  @Override
  final Map<String, String> environment() {
    Map<String, String> all = new HashMap<>(usual.get());
    all.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    all.put("QUARKUS_HTTP_PORT", Integer.toString(port()));
    all.putAll(launch.environment());
    return all;
  }
}
