package dev.orderchain.drills.check;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.check.fact.Progress;
import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.check.sql.Snapshot.Source;
import dev.orderchain.drills.check.sql.SqlFacts;
import dev.orderchain.drills.check.sql.SqlFacts.Margins;
import dev.orderchain.drills.check.sql.SqlFacts.Sources;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;

/** What {@code scripts/check} finds in a chain at rest, for callers in this program. */
public final class DatabaseCheck {
  private static final Duration KEPT = Duration.ofDays(7);

  private DatabaseCheck() {}

  /**
   * Nothing may be in flight: no row is excused for being young.
   *
   * @param orderDb {@code host:port}, like the other two
   */
  public static Collection<Finding> compare(
      String orderDb, String notificationDb, String provider, String auditorPassword) {
    Progress silent = new Progress(new PrintWriter(PrintWriter.nullWriter()));
    Sources sources =
        new Sources(
            new Source("order", orderDb, "orders", "auditor", auditorPassword),
            new Source("notification", notificationDb, "notifications", "auditor", auditorPassword),
            URI.create("http://" + provider));
    Margins margins = new Margins(Duration.ZERO, KEPT, KEPT);
    try (SqlFacts facts = SqlFacts.open(sources, margins, silent)) {
      Report report = Report.of(facts, Duration.ZERO, silent);
      if (report.unread() != null) throw new CannotRun(report.unread());
      return report.findings();
    }
  }
}
