package dev.orderchain.drills.drill.order;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.drills.world.Where;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.link.MySqlLink;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A commit, or its answer, is lost between order-service and its database. With the answer the
 * service finds out by itself; with the request the database then stays out of its reach, so that
 * the client has to be told that nobody knows.
 */
public final class CommitLost implements Drill {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Part lost;

  public CommitLost(Part lost) {
    this.lost = lost;
  }

  public enum Part {
    REQUEST,
    RESPONSE
  }

  @Override
  public String name() {
    return lost == Part.REQUEST ? "commit-request-lost" : "commit-response-lost";
  }

  @Override
  public String fault() {
    return lost == Part.REQUEST
        ? "the commit never reaches the database, which then stays out of reach"
        : "the database commits, and the connection is cut before its answer arrives";
  }

  @Override
  public Set<Where> where() {
    return Set.of(Where.LOCAL);
  }

  @Override
  public void run(Stage stage) throws Exception {
    Bare bare = bareClient(stage);
    Request request = stage.request();
    MySqlLink link = stage.world().orderDbLink();
    int lostBefore = link.lost();
    arm(link);
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
      stage
          .waits()
          .awaitHit(
              "the link to the database has lost one",
              Duration.ofSeconds(1),
              () -> link.lost() == lostBefore + 1);
      boolean committed = stage.counts().orderIdOf(request) != null;
      link.heal();
      shopper.insist(request, PATIENCE);
      stage.recover();
      count(stage, bare, committed);
    }
  }

  private void arm(MySqlLink link) {
    if (lost == Part.REQUEST) {
      link.loseNextCommitRequest();
      link.refuseAfterLoss();
    } else {
      link.loseNextCommitAnswer();
    }
  }

  private void count(Stage stage, Bare bare, boolean committed) throws Exception {
    List<Attempt> attempts = stage.history().attempts();
    boolean response = lost == Part.RESPONSE;
    Evidence evidence = stage.evidence();
    evidence.demand("driverException", bare.thrown, "CommunicationsException/08S01");
    evidence.demand("driverRowThere", bare.rowThere, response);
    evidence.demand("serverCommitted", committed, response);
    evidence.demand(
        "clientSaw",
        attempts.getFirst().answer().brief(),
        response ? "PLACED" : "UNKNOWN/503/outcome-unknown");
    evidence.demand(
        "replay", attempts.getLast().answer().brief(), response ? "DUPLICATE" : "PLACED");
    evidence.demand("orders", stage.counts().orders(), 1);
    evidence.demand("effects", stage.counts().effects(), 1);
  }

  /**
   * What the driver throws to a client that only calls it, and whether the client's row is there.
   */
  private record Bare(String thrown, boolean rowThere) {}

  private Bare bareClient(Stage stage) throws SQLException {
    String sku = stage.sku() + "-BARE";
    String thrown = "nothing";
    try (MySqlLink link = MySqlLink.to("bare client", stage.target(Chain.ORDER_DB).address());
        Connection connection = connect(stage, link)) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.executeUpdate("INSERT INTO product (sku, name) VALUES ('" + sku + "', 'bare')");
        statement.executeUpdate(
            """
            INSERT INTO product_price (sku, version, price_cents, changed_by)
            SELECT sku, version, price_cents, 'bare' FROM product WHERE sku = '%s'"""
                .formatted(sku));
      }
      arm(link);
      connection.commit();
    } catch (SQLException e) {
      thrown = e.getClass().getSimpleName() + "/" + e.getSQLState();
    }
    long rows = stage.orderDb().count("SELECT COUNT(*) FROM product WHERE sku = ?", sku);
    return new Bare(thrown, rows == 1);
  }

  private static Connection connect(Stage stage, MySqlLink link) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mysql://" + link.address() + "/orders?sslMode=DISABLED&allowPublicKeyRetrieval=true",
        "orders",
        stage.world().password("orders"));
  }
}
