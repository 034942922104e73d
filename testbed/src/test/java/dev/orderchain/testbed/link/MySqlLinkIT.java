package dev.orderchain.testbed.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mysql.cj.jdbc.exceptions.CommunicationsException;
import dev.orderchain.testbed.Chain;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MySqlLinkIT {
  private static final int CLIENTS = 8;
  private static final int TRANSACTIONS_EACH = 1_250;

  @TempDir private static Path folder;
  private static Chain chain;

  private MySqlLink link;

  @BeforeAll
  static void startDatabase() throws Exception {
    chain = Chain.in(folder);
    chain.orderDb().start();
    try (Connection connection = chain.orderDb().connect("orders");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE written (id INT PRIMARY KEY, content MEDIUMBLOB)");
      statement.execute("CREATE TABLE once (word VARCHAR(20) PRIMARY KEY)");
    }
  }

  @AfterAll
  static void killDatabase() {
    chain.close();
  }

  @BeforeEach
  void openLink() {
    link = MySqlLink.to("order-db", chain.orderDb().address());
  }

  @AfterEach
  void closeLink() {
    link.close();
  }

  @Test
  void withNothingAskedFor10000TransactionsPassUntouched() throws Exception {
    try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int first = i * TRANSACTIONS_EACH;
        all.add(clients.submit(() -> write(first)));
      }
      for (Future<?> client : all) {
        client.get();
      }
    }

    assertEquals(CLIENTS * TRANSACTIONS_EACH, assertAllRowsAsWritten());
    assertEquals(0, link.lost());
    assertEquals(0, link.cutConnections());
    assertEquals(0, link.droppedBytes());
  }

  /** Each transaction reads through the link, too, what the one before it wrote. */
  private Void write(int first) throws SQLException {
    try (Connection connection = throughTheLink();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO written VALUES (?, ?)");
        PreparedStatement select =
            connection.prepareStatement("SELECT content FROM written WHERE id = ?")) {
      for (int id = first; id < first + TRANSACTIONS_EACH; id++) {
        insert.setInt(1, id);
        insert.setBytes(2, content(id));
        insert.executeUpdate();
        select.setInt(1, id);
        try (ResultSet row = select.executeQuery()) {
          row.next();
          assertSame(content(id), row.getBytes(1), id);
        }
        connection.commit();
      }
    }
    return null;
  }

  /** Directly, not through the link. */
  private static int assertAllRowsAsWritten() throws SQLException {
    try (Connection connection = chain.orderDb().connect("orders");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, content FROM written ORDER BY id")) {
      int count = 0;
      while (rows.next()) {
        assertEquals(count, rows.getInt(1));
        assertSame(content(count), rows.getBytes(2), count);
        count++;
      }
      return count;
    }
  }

  /** The word that the link looks for, and random bytes; every 500th larger than a TCP segment. */
  private static byte[] content(int id) {
    byte[] random = new byte[id % 500 == 0 ? 100_000 : 20];
    new Random(id).nextBytes(random);
    byte[] word = "commit".getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(word, 0, random, 0, word.length);
    return random;
  }

  private static void assertSame(byte[] expected, byte[] actual, int id) {
    assertTrue(Arrays.equals(expected, actual), "row " + id);
  }

  @Test
  void afterALostAnswerTheRowIsThereAndTheDriverSaysOnlyThatTheLinkFailed() throws Exception {
    try (Connection connection = throughTheLink();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO once VALUES ('answer lost')");
      link.loseNextCommitAnswer();

      assertLinkFailure(connection);
      assertEquals(1, link.lost());
      assertEquals(1, link.cutConnections());
      assertEquals(1, rows("answer lost"));
    }
  }

  @Test
  void afterALostRequestTheRowIsNotThere() throws Exception {
    try (Connection connection = throughTheLink();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO once VALUES ('request lost')");
      link.loseNextCommitRequest();

      assertLinkFailure(connection);
      assertEquals(1, link.lost());
    }
    // The server has rolled back when another one can have the key: until then this waits.
    try (Connection connection = chain.orderDb().connect("orders");
        Statement statement = connection.createStatement()) {
      assertEquals(0, rows("request lost"));
      assertEquals(1, statement.executeUpdate("INSERT INTO once VALUES ('request lost')"));
    }
  }

  @Test
  void autocommitIsSwitchedWithoutLosingAnything() throws Exception {
    link.loseNextCommitRequest();
    try (Connection connection = throughTheLink();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("INSERT INTO once VALUES ('autocommit')");
      connection.setAutoCommit(true);

      assertEquals(0, link.lost());
      assertEquals(1, rows("autocommit"));
    }
  }

  /** Recoverable to the driver, and the same whether the server has committed or not. */
  private static void assertLinkFailure(Connection connection) {
    CommunicationsException failure =
        assertThrows(CommunicationsException.class, connection::commit);
    assertEquals("08S01", failure.getSQLState());
    assertInstanceOf(SQLRecoverableException.class, failure);
  }

  private static int rows(String word) throws SQLException {
    try (Connection connection = chain.orderDb().connect("orders");
        PreparedStatement select =
            connection.prepareStatement("SELECT COUNT(*) FROM once WHERE word = ?")) {
      select.setString(1, word);
      try (ResultSet count = select.executeQuery()) {
        count.next();
        return count.getInt(1);
      }
    }
  }

  private Connection throughTheLink() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "orders");
    properties.setProperty("password", chain.keys().password("orders"));
    properties.setProperty("sslMode", "DISABLED");
    properties.setProperty("allowPublicKeyRetrieval", "true");
    properties.setProperty("useServerPrepStmts", "true");
    Connection connection =
        new com.mysql.cj.jdbc.Driver()
            .connect("jdbc:mysql://" + link.address() + "/orders", properties);
    connection.setAutoCommit(false);
    return connection;
  }
}
