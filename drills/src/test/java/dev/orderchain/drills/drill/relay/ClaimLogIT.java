package dev.orderchain.drills.drill.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.drills.Schemas;
import dev.orderchain.drills.stage.source.Database;
import dev.orderchain.testbed.Chain;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Moves a row as a good relay and as a bad one would. */
class ClaimLogIT {
  private static final String ORDER = "0193a5f0-7c1e-7d3a-9b1f-000000000001";
  private static final String A = "A".repeat(32);
  private static final String B = "B".repeat(32);

  @TempDir static Path folder;
  private static Chain chain;
  private static Database orderDb;

  @BeforeAll
  static void startDatabases() {
    chain = Chain.in(folder);
    chain.start(List.of(chain.orderDb(), chain.notificationDb()));
    Schemas.migrate(chain);
    orderDb = new Database(() -> chain.orderDb().connect("root"));
  }

  @AfterAll
  static void endDatabases() {
    orderDb.close();
    chain.close();
  }

  @BeforeEach
  void plant() throws SQLException {
    orderDb.update("DELETE FROM outbox");
    orderDb.update(
        """
        INSERT INTO outbox
          (event_id, aggregate_id, aggregate_version, event_type, payload, traceparent)
        VALUES (CONCAT(?, ':1'), ?, 1, 'OrderPlaced', '{}', '')""",
        ORDER,
        ORDER);
  }

  @Test
  void aLeaseThatIsOverMayBeTakenBack() throws SQLException {
    try (ClaimLog log = new ClaimLog(orderDb)) {
      claim(A, -1);
      takeBack();
      claim(B, 60);
      mark(B);
      assertEquals(0, log.overlaps());
      assertEquals(1, log.takenBack());
      assertEquals(0, log.marks(ORDER, "relay"));
      assertEquals(1, log.marks(ORDER, "root"));
    }
  }

  @Test
  void takingBackBeforeTheLeaseIsOverIsAnOverlap() throws SQLException {
    try (ClaimLog log = new ClaimLog(orderDb)) {
      claim(A, 60);
      takeBack();
      assertEquals(1, log.overlaps());
    }
  }

  @Test
  void claimingFromAHolderBeforeTheLeaseIsOverIsAnOverlap() throws SQLException {
    try (ClaimLog log = new ClaimLog(orderDb)) {
      claim(A, 60);
      claim(B, 60);
      assertEquals(1, log.overlaps());
    }
  }

  @Test
  void aMarkIsTheCurrentHolders() throws SQLException {
    claim(A, 60);
    Token token = new Token(ORDER, "CLAIMED", 1, A);
    claim(B, 60);
    assertEquals(0, token.markSent(orderDb));
    assertEquals(1, new Token(ORDER, "CLAIMED", 2, B).markSent(orderDb));
  }

  @Test
  void leavesNothingBehind() throws SQLException {
    new ClaimLog(orderDb).close();
    assertEquals(
        0,
        orderDb.count(
                "SELECT COUNT(*) FROM information_schema.triggers"
                    + " WHERE trigger_name = 'drill_claim_log'")
            + orderDb.count(
                """
                SELECT COUNT(*) FROM information_schema.tables
                WHERE table_name = 'drill_claim_log'"""));
  }

  private static void claim(String claimId, int leaseSeconds) throws SQLException {
    orderDb.update(
        """
        UPDATE outbox SET state = 'CLAIMED', claim_id = UNHEX(?), claim_version = claim_version + 1,
               lease_until = NOW(6) + INTERVAL ? SECOND""",
        claimId,
        leaseSeconds);
  }

  private static void takeBack() throws SQLException {
    orderDb.update("UPDATE outbox SET state = 'PENDING'");
  }

  private static void mark(String claimId) throws SQLException {
    orderDb.update("UPDATE outbox SET state = 'SENT' WHERE claim_id = UNHEX(?)", claimId);
  }
}
