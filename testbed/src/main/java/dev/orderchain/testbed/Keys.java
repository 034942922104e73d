package dev.orderchain.testbed;

import dev.orderchain.testbed.process.Command;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/** The demo secrets of one chain. {@code scripts/keys} makes them, at the first use. */
public final class Keys {
  private static final String DATABASE_PASSWORD = "quarkus.datasource.password";

  private final Path script;
  private final Path folder;
  private boolean made;

  Keys(Path script, Path folder) {
    this.script = script;
    this.folder = folder;
  }

  /** Those that are in a folder; made there if it has none. */
  public static Keys in(Path folder) {
    return new Keys(Checkout.here().script("keys"), folder);
  }

  /** The folder for the services' {@code KEYS}. */
  public synchronized Path folder() {
    if (!made) {
      run("generate", folder.toString());
      made = true;
    }
    return folder;
  }

  public Path publicKey() {
    return folder().resolve("public.pem");
  }

  /** The configuration file that holds a service's secrets. */
  public Path configuration(String service) {
    return folder().resolve(service + ".properties");
  }

  /** The password of a database account: an owner, {@code relay}, {@code auditor}, {@code root}. */
  public String password(String account) {
    return switch (account) {
      case "orders" -> secret(Chain.ORDER_SERVICE, DATABASE_PASSWORD);
      case "relay" -> secret(Chain.RELAY_SERVICE, DATABASE_PASSWORD);
      case "notifications" -> secret(Chain.NOTIFICATION_SERVICE, DATABASE_PASSWORD);
      case "auditor", "root" -> read(folder().resolve(account + ".password")).strip();
      default -> throw new IllegalArgumentException("no such database account: " + account);
    };
  }

  /** What signs the notices of the payment provider. */
  public String noticeSecret() {
    return secret(Chain.PAYMENT_PROVIDER, "provider.notice.secret");
  }

  /**
   * A token for the {@code Authorization} header, good for 12 hours.
   *
   * @param role {@code shopper}, {@code operator} or {@code coordinator}
   */
  public String mintToken(String tenant, String role) {
    return run("token", folder().toString(), tenant, role);
  }

  String databaseStatements(String database) {
    return read(folder().resolve(database + ".sql"));
  }

  private String secret(String service, String name) {
    Properties configuration = new Properties();
    try (Reader file = Files.newBufferedReader(configuration(service))) {
      configuration.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Objects.requireNonNull(configuration.getProperty(name), name);
  }

  private String run(String... arguments) {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    command.addAll(List.of(arguments));
    return Command.output(command);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
