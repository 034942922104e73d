package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Target;
import java.io.IOException;
import java.sql.SQLException;

/**
 * Whose a workflow was at one moment.
 *
 * @param id in hexadecimal; empty when it is nobody's
 * @param held whether its lease ran
 */
record Claim(String orderId, String step, String version, boolean held, String id) {
  static Claim of(Stage stage, String orderId) throws SQLException {
    String row =
        stage
            .orderDb()
            .text(
                """
                SELECT CONCAT_WS(' ', step, version, COALESCE(lease_until > NOW(6), 0),
                                 COALESCE(HEX(claim_id), ''))
                FROM workflow WHERE order_id = ?\
                """,
                orderId);
    String[] columns = row.split(" ", 4);
    return new Claim(orderId, columns[0], columns[1], columns[2].equals("1"), columns[3]);
  }

  /** How many writes of that order-service came too late, and changed nothing. */
  static double fenced(Target service) throws IOException {
    return Metrics.sum(service.address(), "workflow_fenced_total", "");
  }
}
