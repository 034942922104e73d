package dev.orderchain.drills.drill.relay;

import dev.orderchain.drills.stage.source.Database;
import java.sql.SQLException;

/**
 * Every move of an outbox row and who made it, written down by a trigger in the transaction that
 * makes it, so that what happened between two looks is known too. Gone when it is closed.
 */
final class ClaimLog implements AutoCloseable {
  private final Database orderDb;

  ClaimLog(Database orderDb) throws SQLException {
    this.orderDb = orderDb;
    remove();
    orderDb.update(
        """
        CREATE TABLE drill_claim_log (
          n            BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
          account      VARCHAR(32) NOT NULL,
          order_id     VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
          old_state    VARCHAR(20) NOT NULL,
          new_state    VARCHAR(20) NOT NULL,
          old_claim_id BINARY(16)  NOT NULL,
          new_claim_id BINARY(16)  NOT NULL,
          old_lease    DATETIME(6) NOT NULL,
          at           DATETIME(6) NOT NULL
        )""");
    orderDb.update(
        """
        CREATE TRIGGER drill_claim_log AFTER UPDATE ON outbox FOR EACH ROW
        INSERT INTO drill_claim_log
          (account, order_id, old_state, new_state, old_claim_id, new_claim_id, old_lease, at)
        VALUES (SUBSTRING_INDEX(USER(), '@', 1), OLD.aggregate_id, OLD.state, NEW.state,
                OLD.claim_id, NEW.claim_id, OLD.lease_until, NOW(6))""");
  }

  /** How often a claim was taken from its holder before its lease was over. */
  long overlaps() throws SQLException {
    return orderDb.count(
        """
        SELECT COUNT(*) FROM drill_claim_log
        WHERE old_state = 'CLAIMED' AND at < old_lease
          AND (new_state = 'PENDING'
               OR new_state = 'CLAIMED' AND new_claim_id <> old_claim_id)""");
  }

  /** How often a claim was taken from its holder at all. */
  long takenBack() throws SQLException {
    return orderDb.count(
        """
        SELECT COUNT(*) FROM drill_claim_log
        WHERE old_state = 'CLAIMED' AND new_state = 'PENDING'""");
  }

  /** How often the relay with that account of the database has marked the order's event. */
  long marks(String orderId, String account) throws SQLException {
    return orderDb.count(
        """
        SELECT COUNT(*) FROM drill_claim_log
        WHERE order_id = ? AND new_state = 'SENT' AND account = ?""",
        orderId,
        account);
  }

  private void remove() throws SQLException {
    orderDb.update("DROP TRIGGER IF EXISTS drill_claim_log");
    orderDb.update("DROP TABLE IF EXISTS drill_claim_log");
  }

  @Override
  public void close() throws SQLException {
    remove();
  }
}
