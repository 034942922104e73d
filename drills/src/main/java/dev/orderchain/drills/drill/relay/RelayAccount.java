package dev.orderchain.drills.drill.relay;

import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.stage.source.Database;
import dev.orderchain.drills.world.Arming;
import java.sql.SQLException;

/**
 * An account of the database for a second relay, with the rights of the first one's, so that the
 * database itself can tell which relay changed a row. Gone when it is closed.
 */
final class RelayAccount implements AutoCloseable {
  static final String FIRST = "relay";
  static final String SECOND = "relay_2";

  private final Database orderDb;
  private final String password;

  RelayAccount(Stage stage) throws SQLException {
    orderDb = stage.orderDb();
    password = stage.world().password(FIRST);
    drop();
    orderDb.update("CREATE USER " + SECOND + "@'%' IDENTIFIED BY '" + password + "'");
    orderDb.update("GRANT SELECT ON outbox TO " + SECOND + "@'%'");
    orderDb.update(
        """
        GRANT UPDATE (state, claim_id, claim_version, lease_until, attempts, sent_at, last_error)
          ON outbox TO %s@'%%'"""
            .formatted(SECOND));
  }

  /** A relay that uses it. */
  Arming use(Arming arming) {
    return arming
        .setting("QUARKUS_DATASOURCE_USERNAME", SECOND)
        .setting("QUARKUS_DATASOURCE_PASSWORD", password);
  }

  private void drop() throws SQLException {
    orderDb.update("DROP USER IF EXISTS " + SECOND + "@'%'");
  }

  @Override
  public void close() throws SQLException {
    drop();
  }
}
