package dev.orderchain.drills.yardstick;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.drills.Schemas;
import dev.orderchain.drills.benchmark.load.Load;
import dev.orderchain.drills.benchmark.load.OutboxRows;
import dev.orderchain.drills.benchmark.load.Records;
import dev.orderchain.drills.benchmark.load.Rig;
import dev.orderchain.testbed.Chain;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the chain is measured against does the same work, all of it. */
class YardstickIT {
  @TempDir static Path folder;
  private static Rig rig;

  @BeforeAll
  static void startServers() {
    rig = Rig.in(folder.resolve("chain"));
    Chain chain = rig.chain();
    chain.start(List.of(chain.orderDb(), chain.notificationDb(), chain.kafka()));
    Schemas.migrate(chain);
  }

  @AfterAll
  static void endServers() {
    rig.close();
  }

  @BeforeEach
  void emptyTables() throws SQLException {
    try (Connection connection = rig.orderDb();
        Statement statement = connection.createStatement()) {
      for (String table : List.of("outbox", "orders", "order_idempotency")) {
        statement.execute("DELETE FROM " + table);
      }
    }
  }

  @Test
  void relaysAndReceivesEachRowOnce() throws Exception {
    int rows = 200;
    Chain chain = rig.chain();
    Records topic = new Records(chain.kafka(), "yardstick");
    try (OutboxRows outbox = new OutboxRows(chain.orderDb());
        TextbookRelay relay =
            new TextbookRelay(rig.orderDb(), chain.kafka().address(), "yardstick");
        TextbookConsumer consumer =
            new TextbookConsumer(rig.notificationDb(), chain.kafka().address(), "yardstick")) {
      outbox.plantPending(rows);
      assertEquals(rows, outbox.unsent());
      relay.relay(rows);
      assertEquals(0, outbox.unsent());
      assertEquals(rows, topic.count());
      assertEquals(rows, consumer.receive(rows));
      outbox.plantSent(450);
      assertEquals(rows + 450, count(rig.orderDb(), "outbox WHERE state = 'SENT'"));
      outbox.clearSent();
      assertEquals(0, count(rig.orderDb(), "outbox"));
    }
    assertEquals(rows, count(rig.notificationDb(), "inbox"));
    assertEquals(
        rows, count(rig.notificationDb(), "(SELECT DISTINCT event_id FROM notification) AS one"));
  }

  @Test
  void placesWholeOrders() throws Exception {
    rig.stock(10);
    Load.Done done;
    try (Load load = new Load(4, () -> new BareLoop(rig, 10))) {
      done = load.run(Duration.ofMillis(500));
    }
    for (String table : List.of("orders", "order_idempotency", "outbox")) {
      assertEquals(done.units(), count(rig.orderDb(), table), table);
    }
    assertEquals(
        1,
        count(
            rig.orderDb(),
            "(SELECT SUM(supplied - available) AS taken FROM stock) AS s"
                + " WHERE taken = "
                + done.units()));
  }

  private static long count(Connection connection, String from) throws SQLException {
    try (connection;
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + from)) {
      row.next();
      return row.getLong(1);
    }
  }
}
