package dev.orderchain.drills.benchmark;

import dev.orderchain.drills.benchmark.load.Rig;
import dev.orderchain.drills.client.RedisConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.utils.AppInfoParser;

/** What the figures were measured on and with. */
final class Machine {
  private final Map<String, Object> facts = new LinkedHashMap<>();

  Machine() {
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("jdk", Runtime.version().toString());
    facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("cpu", cpu());
    facts.put("kafka", AppInfoParser.getVersion());
  }

  Map<String, Object> facts() {
    return facts;
  }

  /** Asks the servers that are running for their versions, MySQL for its durability too. */
  void lookAt(Rig rig) throws SQLException, IOException {
    if (rig.chain().orderDb().isRunning()) askMySql(rig);
    if (rig.chain().redis().isRunning())
      facts.put("redis", RedisConnection.version(rig.chain().redis().address()));
  }

  private void askMySql(Rig rig) throws SQLException {
    try (Connection connection = rig.orderDb();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT @@version, @@innodb_flush_log_at_trx_commit, @@sync_binlog, @@log_bin,
                       @@innodb_buffer_pool_size""")) {
      row.next();
      facts.put("mysql", row.getString(1));
      facts.put("innodb_flush_log_at_trx_commit", row.getInt(2));
      facts.put("sync_binlog", row.getInt(3));
      facts.put("log_bin", row.getInt(4));
      facts.put("innodb_buffer_pool_size", row.getLong(5));
    }
  }

  private static String cpu() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
