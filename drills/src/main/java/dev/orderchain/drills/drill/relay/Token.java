package dev.orderchain.drills.drill.relay;

import dev.orderchain.drills.stage.source.Database;
import java.sql.SQLException;

/**
 * The token in an order's first outbox row as it was at one moment.
 *
 * @param claimId in hexadecimal
 */
record Token(String orderId, String state, int version, String claimId) {

  static Token of(Database orderDb, String orderId) throws SQLException {
    String row =
        orderDb.text(
            """
                SELECT CONCAT_WS(' ', state, claim_version, HEX(claim_id))
                FROM outbox WHERE aggregate_id = ? AND aggregate_version = 1""",
            orderId);
    String[] columns = row.split(" ");
    return new Token(orderId, columns[0], Integer.parseInt(columns[1]), columns[2]);
  }

  /** Marks as the holder of this token would; how many rows that changed. */
  int markSent(Database orderDb) throws SQLException {
    return orderDb.update(
        """
            UPDATE outbox SET state = 'SENT', sent_at = NOW(6)
            WHERE aggregate_id = ? AND aggregate_version = 1 AND state = 'CLAIMED'
              AND claim_version = ? AND claim_id = UNHEX(?)""",
        orderId,
        version,
        claimId);
  }
}
