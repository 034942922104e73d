package dev.orderchain.drills.benchmark.load;

import dev.orderchain.drills.client.OrderIds;
import dev.orderchain.drills.world.Folders;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.MySqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;

/** A chain of its own, empty, on free ports, in a folder that goes with it. */
public final class Rig implements AutoCloseable {
  private final Chain chain;

  private Rig(Chain chain) {
    this.chain = chain;
  }

  public static Rig in(Path folder) {
    Folders.remove(folder);
    return new Rig(Chain.in(folder));
  }

  public Chain chain() {
    return chain;
  }

  /** The order database, under its owner's account, as order-service connects to it. */
  public Connection orderDb() throws SQLException {
    return connect(chain.orderDb(), "orders");
  }

  /** The notification database, under its owner's account. */
  public Connection notificationDb() throws SQLException {
    return connect(chain.notificationDb(), "notifications");
  }

  private static Connection connect(MySqlServer server, String account) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("useServerPrepStmts", "true");
    properties.setProperty("cachePrepStmts", "true");
    properties.setProperty("prepStmtCacheSqlLimit", "2048");
    properties.setProperty("useLocalSessionState", "true");
    return server.connect(account, properties);
  }

  /** The SKU with this number, from 0 on; see {@link #stock}. */
  public static String sku(int number) {
    return "BENCH-" + (100_000 + number);
  }

  /** An id as order-service gives them. */
  public static String nextOrderId() {
    return OrderIds.next();
  }

  /** Puts this many products on sale, with more of each than is ever ordered. */
  public void stock(int skus) throws SQLException {
    try (Connection connection = orderDb();
        PreparedStatement product =
            connection.prepareStatement(
                "INSERT INTO product (sku, name) VALUES (?, 'Bench product')");
        PreparedStatement price =
            connection.prepareStatement(
                """
                INSERT INTO product_price (sku, version, price_cents, changed_by)
                SELECT sku, version, price_cents, 'bench' FROM product WHERE sku = ?""");
        PreparedStatement stock =
            connection.prepareStatement(
                "INSERT INTO stock (sku, supplied, available) VALUES (?, 1000000000, 1000000000)")) {
      connection.setAutoCommit(false);
      for (int number = 0; number < skus; number++) {
        product.setString(1, sku(number));
        product.executeUpdate();
        price.setString(1, sku(number));
        price.executeUpdate();
        stock.setString(1, sku(number));
        stock.executeUpdate();
      }
      connection.commit();
    }
  }

  @Override
  public void close() {
    chain.close();
    Folders.remove(chain.folder());
  }
}
