package dev.orderchain.relay.outbox;

import java.nio.ByteBuffer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.UUID;

/** How values are written in the statements on {@code outbox}. */
final class Sql {
  private Sql() {}

  static String marks(int count) {
    return String.join(",", Collections.nCopies(count, "?"));
  }

  static void setIds(PreparedStatement statement, int first, Collection<Claim.Row> rows)
      throws SQLException {
    int i = first;
    for (Claim.Row row : rows) {
      statement.setLong(i++, row.id());
    }
  }

  static byte[] bytes(UUID id) {
    return ByteBuffer.allocate(16)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  static long microseconds(Duration duration) {
    return duration.toNanos() / 1000;
  }
}
