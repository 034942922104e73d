package dev.orderchain.drills.stage;

import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.check.invariant.PriceInvariant;
import dev.orderchain.drills.check.invariant.PriceObservation;
import dev.orderchain.drills.history.PriceHistory;
import dev.orderchain.drills.history.PriceRead;
import dev.orderchain.drills.stage.source.Group;
import dev.orderchain.drills.traffic.Crowd;
import dev.orderchain.drills.traffic.Operator;
import dev.orderchain.drills.traffic.PriceReader;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** The price of a stage's product: its history, who makes it, and how it is judged. */
public final class Prices {
  private static final String EVENTS = "product-events";
  private static final String RECEIVERS = "order-service";
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration TOLD_WITHIN = Duration.ofSeconds(60);
  private static final long FIRST_CENTS = 1_000;

  private final Stage stage;
  private final PriceHistory history = new PriceHistory();
  private final AtomicInteger changes = new AtomicInteger();
  private final String operatorToken;

  Prices(Stage stage) {
    this.stage = stage;
    operatorToken = stage.world().mintToken(stage.tenant(), "operator");
  }

  public PriceHistory history() {
    return history;
  }

  /** A new reader, whose reads are in the history. */
  public PriceReader reader() {
    return reader(stage.target(Chain.ORDER_SERVICE));
  }

  /** One that asks that instance of order-service. */
  public PriceReader reader(Target service) {
    return new PriceReader(service.address(), stage.sku(), history);
  }

  /** A new operator, whose writes are in the history. */
  public Operator operator() {
    return operator(stage.target(Chain.ORDER_SERVICE));
  }

  /** One that asks that instance of order-service. */
  public Operator operator(Target service) {
    return new Operator(service.address(), operatorToken, stage.sku(), history);
  }

  /** A price that it has not had yet. */
  public long nextCents() {
    return FIRST_CENTS + changes.incrementAndGet();
  }

  /** Readers at work in the background, each with a rest between two reads. */
  public Crowd readers(int count, Duration pace, Target service) {
    return stage.crowd(pace).add(count, () -> reader(service), PriceReader::read);
  }

  /** An operator at work in the background, with a rest between two changes. */
  public Crowd changing(Duration pace) {
    return stage
        .crowd(pace)
        .add(1, this::operator, operator -> operator.change(nextCents(), PATIENCE));
  }

  /** The product's, as the database has it. */
  public int version() throws SQLException {
    return (int) stage.orderDb().count("SELECT version FROM product WHERE sku = ?", stage.sku());
  }

  /**
   * Whether the event of each change is in the topic; who receives it has no row to show for it.
   */
  boolean areSent() throws SQLException {
    long unsent =
        stage
            .orderDb()
            .count(
                """
                SELECT COUNT(*) FROM outbox
                WHERE aggregate_id = ? AND state IN ('PENDING', 'CLAIMED')\
                """,
                stage.sku());
    return unsent == 0;
  }

  /**
   * Waits until the event of each change has been received; from then on no read may be older,
   * whatever became of the answer to the change.
   */
  public void awaitTold(Duration bound) throws Exception {
    int version = version();
    stage.waits().await("the events of all prices sent", bound, this::areSent);
    try (Group receivers = new Group(stage.world().kafkaAddress(), RECEIVERS)) {
      stage
          .waits()
          .await("the events of all prices received", bound, () -> receivers.hasRead(EVENTS));
    }
    history.told(version, Instant.now());
  }

  public PriceObservation observe() throws SQLException {
    try (Connection orderDb = stage.orderDb().connect()) {
      return new PriceObservation(
          history.writes(),
          history.reads(),
          history.told(),
          PriceObservation.rows(orderDb, stage.sku()));
    }
  }

  /** Reads that were answered with a price that was known to be old. */
  public long stale() throws SQLException {
    return judge().get(PriceInvariant.STALE_READ).count();
  }

  /**
   * What is left to judge when all are at rest: reads the price, once from wherever it comes and
   * once from where that one left it, and holds the history against the database's prices.
   */
  Map<PriceInvariant, Finding> conclude() throws Exception {
    awaitTold(TOLD_WITHIN);
    try (PriceReader reader = reader()) {
      for (int i = 0; i < 2; i++) {
        if (reader.read().outcome() instanceof PriceRead.Failed failed) {
          throw new IllegalStateException("the price cannot be read: " + failed.how());
        }
      }
    }
    return judge();
  }

  /** Holds the history against the database's prices. */
  public Map<PriceInvariant, Finding> judge() throws SQLException {
    return PriceInvariant.judge(observe());
  }
}
