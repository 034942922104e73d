package dev.orderchain.order.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import io.quarkus.test.junit.QuarkusTest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What the database is asked beside the statements of an order. */
@QuarkusTest
class LeaveAutocommitOffIT extends OnRealServers {
  private static final int ORDERS = 40;

  /** Two for each order otherwise; a new connection has some of its own. */
  @Test
  void transactionsDoNotSwitchAutocommit() throws SQLException {
    String sku = newSku(2 * ORDERS);
    placeSome(sku);
    try (Connection counting = connect()) {
      long before = settings(counting);
      placeSome(sku);
      long sent = settings(counting) - before;
      assertTrue(sent < ORDERS, sent + " statements SET something");
    }
  }

  private static void placeSome(String sku) {
    for (int i = 0; i < ORDERS; i++) {
      assertEquals(201, place(newKey(), body(sku, 1)).statusCode());
    }
  }

  private static long settings(Connection counting) throws SQLException {
    try (Statement statement = counting.createStatement();
        ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Com_set_option'")) {
      row.next();
      return row.getLong(2);
    }
  }
}
