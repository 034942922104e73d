package dev.orderchain.testbed;

import dev.orderchain.testbed.process.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A MySQL server with one database, its owner's account of the same name, and the accounts {@code
 * auditor}, {@code root} and, on the order database, {@code relay}. Durable: what was committed is
 * there after {@link #kill}.
 */
public final class MySqlServer extends Part {
  private static final int PROBE_MILLIS = 2_000;

  private final Checkout checkout;
  private final Keys keys;
  private final String database;

  MySqlServer(Home home, Checkout checkout, Keys keys, String name, String database) {
    super(home, name);
    this.checkout = checkout;
    this.keys = keys;
    this.database = database;
  }

  /** The database's name, which is its owner's account too. */
  public String database() {
    return database;
  }

  /** As the services connect: times in UTC. */
  public String jdbcUrl() {
    return "jdbc:mysql://"
        + address()
        + "/"
        + database
        + "?connectionTimeZone=UTC&forceConnectionTimeZoneToSession=true";
  }

  /** A new connection; the accounts are those of {@link Keys#password}. */
  public Connection connect(String account) throws SQLException {
    return connect(account, new Properties());
  }

  /** A new connection with properties of Connector/J. */
  public Connection connect(String account, Properties properties) throws SQLException {
    Properties all = new Properties();
    all.putAll(properties);
    all.setProperty("user", account);
    all.setProperty("password", keys.password(account));
    // Not by DriverManager: that refuses a caller in another class loader than the driver's.
    return new com.mysql.cj.jdbc.Driver().connect(jdbcUrl(), all);
  }

  @Override
  void probe() throws SQLException {
    Properties bounded = new Properties();
    bounded.setProperty("connectTimeout", Integer.toString(PROBE_MILLIS));
    bounded.setProperty("socketTimeout", Integer.toString(PROBE_MILLIS));
    bounded.setProperty("sslMode", "DISABLED");
    bounded.setProperty("allowPublicKeyRetrieval", "true");
    try (Connection connection = connect(database, bounded);
        Statement statement = connection.createStatement()) {
      statement.executeQuery("SELECT 1");
    }
  }

  @Override
  List<String> command() throws IOException {
    Path tables = data().resolve("tables");
    if (!Files.exists(tables)) {
      initialize(tables);
    }
    List<String> command = mysqld(tables);
    command.addAll(
        List.of(
            "--port=" + port(),
            "--bind-address=127.0.0.1",
            // Relative to the tables' folder: a socket's path must be short.
            "--socket=mysqld.sock",
            "--pid-file=mysqld.pid",
            "--init-file=" + writeInitFile(),
            "--default-time-zone=+00:00",
            "--max-connections=200",
            "--max-allowed-packet=16M",
            "--innodb-flush-log-at-trx-commit=1",
            "--sync-binlog=1",
            "--innodb-buffer-pool-size=256M",
            "--binlog-expire-logs-seconds=86400",
            "--performance-schema=OFF",
            "--secure-file-priv=NULL"));
    return command;
  }

  private List<String> mysqld(Path tables) throws IOException {
    List<String> command = new ArrayList<>();
    Path base = Packages.mysqlBase(checkout);
    command.add(Packages.program(checkout, "mysqld"));
    command.add("--no-defaults");
    command.add("--basedir=" + base);
    command.add("--lc-messages-dir=" + base.resolve("share/mysql"));
    command.add("--datadir=" + tables);
    command.add("--character-set-server=utf8mb4");
    command.add("--mysqlx=OFF");
    if (Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
      command.add("--user=root");
    }
    return command;
  }

  /** In a folder of another name, so that a half-made one is never used. */
  private void initialize(Path tables) throws IOException {
    Path half = Files.createTempDirectory(data(), "tables.new");
    List<String> command = mysqld(half);
    command.add("--initialize-insecure");
    Command.output(command);
    Files.move(half, tables);
  }

  /** Also sets root's password, which the initialization leaves empty. */
  private Path writeInitFile() throws IOException {
    Path file = data().resolve("init.sql");
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(
        file,
        keys.databaseStatements(name())
            + "ALTER USER 'root'@'localhost' IDENTIFIED BY '%s';%n"
                .formatted(keys.password("root")));
  }
}
