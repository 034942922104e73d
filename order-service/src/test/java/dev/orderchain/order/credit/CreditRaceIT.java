package dev.orderchain.order.credit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.orders.OrderIds;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Orders that meet at a limit, and whom they wait for. */
@QuarkusTest
class CreditRaceIT extends OnCredit {
  private static final int ROUNDS = 100;

  /**
   * What the guard is for: each session sees room for one, and both are right until they commit.
   */
  @Test
  void withoutTheGuardTwoSessionsOverrunTheLimit() throws Exception {
    String tenant = newTenant(PRICE);
    try (Connection one = session();
        Connection other = session()) {
      assertTrue(hasRoom(one, tenant));
      assertTrue(hasRoom(other, tenant));
      insertOrder(one, tenant);
      insertOrder(other, tenant);
      one.commit();
      other.commit();
    }
    assertEquals(2 * PRICE, used(tenant));
    assertLimit(PRICE, 2 * PRICE, limit(tenant));
  }

  /** The room is there for two of four. */
  @Test
  void withTheGuardNoneDoes() throws Exception {
    String sku = newPricedSku(10_000);
    for (int round = 0; round < ROUNDS; round++) {
      String tenant = newTenant(2 * PRICE);
      Callable<Response> order = () -> placeFor(tenant, sku, 1);
      List<Integer> statuses =
          together(order, order, order, order).stream().map(Response::statusCode).sorted().toList();
      assertEquals(List.of(201, 201, 409, 409), statuses);
      assertEquals(2 * PRICE, used(tenant));
    }
  }

  @Test
  void limitsOrdersAndCardsMeetWithoutADeadlock() throws Exception {
    List<String> skus = List.of(newPricedSku(10_000), newPricedSku(10_000));
    long deadlocks = deadlocks();
    for (int round = 0; round < ROUNDS / 2; round++) {
      String tenant = newTenant(2 * PRICE);
      String unlimited = newTenant();
      String sku = skus.get(round % 2);
      List<Response> answers =
          together(
              () -> placeFor(tenant, sku, 1),
              () -> placeFor(tenant, sku, 1),
              () -> placeFor(tenant, newKey(), cardBody(sku, 1, "tok_ok")),
              () -> placeFor(unlimited, sku, 1),
              () -> setLimit(unlimited, 2 * PRICE),
              () -> setLimit(tenant, 3 * PRICE),
              () -> operator().delete("/credit-limits/{tenant}", unlimited));
      answers.forEach(answer -> assertTrue(answer.statusCode() < 300, answer.asString()));
      assertEquals(2 * PRICE, used(tenant));
    }
    assertEquals(deadlocks, deadlocks());
  }

  @Test
  void heldGuardHoldsUpItsOwnTenantsAccountAndNothingElse() throws Exception {
    String sku = newPricedSku(10);
    String tenant = newTenant(PRICE);
    try (ExecutorService sides = Executors.newVirtualThreadPerTaskExecutor();
        Connection guard = holdingGuard(tenant)) {
      assertPlaced(placeFor(newTenant(PRICE), sku, 1));
      assertPlaced(placeFor(newTenant(), sku, 1));
      assertPlaced(placeFor(tenant, newKey(), cardBody(sku, 1, "tok_ok")));
      assertLimit(PRICE, 0, limit(tenant));

      Future<Response> own = sides.submit(() -> placeFor(tenant, sku, 1));
      await().until(() -> lockWaits() == 1);
      assertFalse(own.isDone());
      guard.rollback();
      assertPlaced(own.get());
    }
  }

  /** Every row of the table is held, and so is every gap where a row could be. */
  @Test
  void tenantWithoutALimitTakesNoGuard() throws Exception {
    String sku = newPricedSku(10);
    newTenant(PRICE);
    try (Connection all = connect()) {
      all.setAutoCommit(false);
      all.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      prepare(all, "SELECT * FROM credit_limit FOR UPDATE").executeQuery();
      assertPlaced(placeFor(newTenant(), sku, 1));
    }
  }

  /** The limit waits until the order is in the sum. */
  @Test
  void limitLoweredUnderAnOrderWaitsForIt() throws Exception {
    String sku = newPricedSku(10);
    String tenant = newTenant(10 * PRICE);
    try (ExecutorService sides = Executors.newVirtualThreadPerTaskExecutor();
        Connection stock = holding("SELECT 1 FROM stock WHERE sku = ? FOR UPDATE", sku)) {
      Future<Response> order = sides.submit(() -> placeFor(tenant, sku, 1));
      await().until(() -> lockWaits() == 1);
      Future<Response> lowered = sides.submit(() -> setLimit(tenant, 0));
      await().until(() -> lockWaits() == 2);
      stock.rollback();
      assertPlaced(order.get());
      assertLimit(0, PRICE, lowered.get());
    }
    assertExceeded(placeFor(tenant, sku, 1));
  }

  /** Not promised: there was no guard to be taken when the order was placed. */
  @Test
  void orderUnderWayWhenItsTenantGetsItsFirstLimitMayStillBePlaced() throws Exception {
    String sku = newPricedSku(10);
    String tenant = newTenant();
    try (ExecutorService sides = Executors.newVirtualThreadPerTaskExecutor();
        Connection stock = holding("SELECT 1 FROM stock WHERE sku = ? FOR UPDATE", sku)) {
      Future<Response> order = sides.submit(() -> placeFor(tenant, sku, 1));
      await().until(() -> lockWaits() == 1);
      assertLimit(0, 0, setLimit(tenant, 0));
      stock.rollback();
      assertPlaced(order.get());
    }
    assertLimit(0, PRICE, limit(tenant));
    assertExceeded(placeFor(tenant, sku, 1));
  }

  private static boolean hasRoom(Connection session, String tenant) throws SQLException {
    try (ResultSet row =
        prepare(
                session,
                """
                SELECT limit_cents - (
                  SELECT COALESCE(SUM(price_cents * quantity), 0) FROM orders o
                  WHERE o.tenant = c.tenant AND state = 'PLACED') >= ?
                FROM credit_limit c WHERE tenant = ?""",
                PRICE,
                tenant)
            .executeQuery()) {
      row.next();
      return row.getBoolean(1);
    }
  }

  private static void insertOrder(Connection session, String tenant) throws SQLException {
    prepare(
            session,
            """
            INSERT INTO orders (order_id, tenant, sku, quantity, state, version, price_cents)
            VALUES (?, ?, 'SKU-1', 1, 'PLACED', 1, ?)""",
            OrderIds.next(),
            tenant,
            PRICE)
        .executeUpdate();
  }

  private static long deadlocks() throws SQLException {
    try (Connection root = TestServers.current().orderDb().connect("root");
        ResultSet row =
            root.createStatement()
                .executeQuery(
                    "SELECT count FROM information_schema.innodb_metrics"
                        + " WHERE name = 'lock_deadlocks'")) {
      row.next();
      return row.getLong(1);
    }
  }
}
