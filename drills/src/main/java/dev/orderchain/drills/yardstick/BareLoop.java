package dev.orderchain.drills.yardstick;

import dev.orderchain.drills.benchmark.load.Load;
import dev.orderchain.drills.benchmark.load.Rig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The four statements of an order and COMMIT, and nothing else: no HTTP, no token, no JSON, no
 * look-up of the product. What is left is what the database costs.
 */
public final class BareLoop implements Load.Worker {
  private static final String TRACEPARENT =
      "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final Connection connection;
  private final int skus;
  private final PreparedStatement idempotency;
  private final PreparedStatement order;
  private final PreparedStatement outbox;
  private final PreparedStatement stock;

  public BareLoop(Rig rig, int skus) throws SQLException {
    this.skus = skus;
    connection = rig.orderDb();
    connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    connection.setAutoCommit(false);
    idempotency =
        connection.prepareStatement(
            """
            INSERT INTO order_idempotency
              (tenant, idempotency_key, payload_hash, order_id, answer, expires_at)
            VALUES ('acme', ?, ?, ?, ?, NOW(6) + INTERVAL 2592000 SECOND)""");
    order =
        connection.prepareStatement(
            """
            INSERT INTO orders (order_id, tenant, sku, quantity, state, version)
            VALUES (?, 'acme', ?, 1, 'PLACED', 1)""");
    outbox =
        connection.prepareStatement(
            """
            INSERT INTO outbox
              (event_id, aggregate_id, aggregate_version, event_type, payload, traceparent)
            VALUES (?, ?, 1, 'OrderPlaced', ?, ?)""");
    stock =
        connection.prepareStatement(
            "UPDATE stock SET available = available - 1 WHERE sku = ? AND available >= 1");
  }

  @Override
  public void work() throws SQLException {
    String orderId = Rig.nextOrderId();
    String sku = Rig.sku(ThreadLocalRandom.current().nextInt(skus));
    insertIdempotency(orderId, sku);
    insertOrder(orderId, sku);
    insertEvent(orderId, sku);
    stock.setString(1, sku);
    if (stock.executeUpdate() != 1) throw new IllegalStateException("no stock of " + sku);
    connection.commit();
  }

  private void insertIdempotency(String orderId, String sku) throws SQLException {
    byte[] hash = new byte[32];
    ThreadLocalRandom.current().nextBytes(hash);
    idempotency.setString(1, orderId);
    idempotency.setBytes(2, hash);
    idempotency.setString(3, orderId);
    idempotency.setString(
        4,
        """
        {"orderId":"%s","sku":"%s","quantity":1,"state":"PLACED"}"""
            .formatted(orderId, sku));
    idempotency.executeUpdate();
  }

  private void insertOrder(String orderId, String sku) throws SQLException {
    order.setString(1, orderId);
    order.setString(2, sku);
    order.executeUpdate();
  }

  private void insertEvent(String orderId, String sku) throws SQLException {
    outbox.setString(1, orderId + ":1");
    outbox.setString(2, orderId);
    outbox.setString(
        3,
        """
        {"orderId":"%s","tenant":"acme","sku":"%s","productName":"Bench product","quantity":1}"""
            .formatted(orderId, sku));
    outbox.setString(4, TRACEPARENT);
    outbox.executeUpdate();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
