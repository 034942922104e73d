package dev.orderchain.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The demo secrets of one chain. {@code scripts/keys} makes them, at the first use. */
public final class Keys {
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

  /** The configuration file that holds a service's database password. */
  public Path configuration(String service) {
    return folder().resolve(service + ".properties");
  }

  /** The password of a database account: an owner, {@code relay}, {@code auditor}, {@code root}. */
  public String password(String account) {
    return switch (account) {
      case "orders" -> servicePassword(Chain.ORDER_SERVICE);
      case "relay" -> servicePassword(Chain.RELAY_SERVICE);
      case "notifications" -> servicePassword(Chain.NOTIFICATION_SERVICE);
      case "auditor", "root" -> read(folder().resolve(account + ".password")).strip();
      default -> throw new IllegalArgumentException("no such database account: " + account);
    };
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

  private String servicePassword(String service) {
    String line = read(configuration(service)).strip();
    return line.substring(line.indexOf('=') + 1);
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
