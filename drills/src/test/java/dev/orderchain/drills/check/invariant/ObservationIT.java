package dev.orderchain.drills.check.invariant;

import static dev.orderchain.drills.check.Rows.id;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.drills.Schemas;
import dev.orderchain.drills.check.Rows;
import dev.orderchain.drills.check.invariant.Observation.Delivery;
import dev.orderchain.drills.check.invariant.Observation.EffectRow;
import dev.orderchain.drills.check.invariant.Observation.EventRow;
import dev.orderchain.drills.check.invariant.Observation.OrderRow;
import dev.orderchain.testbed.Chain;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservationIT {
  @TempDir static Path folder;

  @Test
  void readsWhatBelongsToOneTenant() throws SQLException {
    try (Chain chain = Chain.in(folder)) {
      chain.start(List.of(chain.orderDb(), chain.notificationDb()));
      Schemas.migrate(chain);
      try (Rows rows = new Rows(chain);
          Connection orders = chain.orderDb().connect("orders");
          Connection notifications = chain.notificationDb().connect("notifications")) {
        for (int n = 1; n <= 3; n++) {
          rows.order(n);
          rows.event(n, n == 1 ? "SENT" : "CLAIMED", 1);
          rows.effect(n);
        }
        key(rows, "acme", "k1", 1);
        // Not the key of this tenant's order, though it names its id.
        key(rows, "other", "k2", 2);
        rows.orders("UPDATE orders SET tenant = 'other' WHERE order_id = '%s'".formatted(id(3)));
        rows.notifications(
            "UPDATE notification SET tenant = 'other' WHERE order_id = '%s'".formatted(id(3)));
        List<Delivery> topic =
            List.of(new Delivery(id(1) + ":1", id(1)), new Delivery(id(3) + ":1", id(3)));

        assertEquals(
            new Observation(
                List.of(),
                List.of(
                    new OrderRow(id(1), "k1", "SKU-1", 1), new OrderRow(id(2), null, "SKU-1", 2)),
                List.of(
                    new EventRow(id(1) + ":1", id(1), 1, "SENT"),
                    new EventRow(id(2) + ":1", id(2), 1, "CLAIMED")),
                List.of(new EffectRow(id(1) + ":1", id(1)), new EffectRow(id(2) + ":1", id(2))),
                topic.subList(0, 1)),
            Observation.read(orders, notifications, "acme", List.of(), topic));
      }
    }
  }

  private static void key(Rows rows, String tenant, String key, int order) throws SQLException {
    rows.orders(
        """
        INSERT INTO order_idempotency
          (tenant, idempotency_key, payload_hash, order_id, answer, expires_at)
        VALUES ('%s', '%s', '', '%s', '', NOW(6))"""
            .formatted(tenant, key, id(order)));
  }
}
