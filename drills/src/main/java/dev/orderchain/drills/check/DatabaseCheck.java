package dev.orderchain.drills.check;

import dev.orderchain.drills.check.Snapshot.Source;
import dev.orderchain.drills.check.SqlFacts.Margins;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;

/** What {@code scripts/check} finds between two databases at rest, for callers in this program. */
public final class DatabaseCheck {
  private static final Duration INBOX_KEPT = Duration.ofDays(7);

  private DatabaseCheck() {}

  /**
   * Nothing may be in flight: no row is excused for being young.
   *
   * @param orderDb {@code host:port}, like the other
   */
  public static List<Finding> compare(
      String orderDb, String notificationDb, String auditorPassword) {
    Progress silent = new Progress(new PrintWriter(PrintWriter.nullWriter()));
    try (SqlFacts facts =
        SqlFacts.open(
            new Source("order", orderDb, "orders", "auditor", auditorPassword),
            new Source("notification", notificationDb, "notifications", "auditor", auditorPassword),
            new Margins(Duration.ZERO, INBOX_KEPT),
            silent)) {
      return Report.of(facts, Duration.ZERO, silent).findings();
    }
  }
}
