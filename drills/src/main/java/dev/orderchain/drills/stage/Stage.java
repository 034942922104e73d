package dev.orderchain.drills.stage;

import dev.orderchain.drills.check.invariant.Finding;
import dev.orderchain.drills.check.invariant.HistoryInvariant;
import dev.orderchain.drills.client.HttpConnection;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.history.History;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.source.Database;
import dev.orderchain.drills.stage.source.Ledger;
import dev.orderchain.drills.stage.source.Topic;
import dev.orderchain.drills.traffic.Crowd;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.drills.world.Target;
import dev.orderchain.drills.world.World;
import dev.orderchain.testbed.Chain;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * One drill's place on a running chain: a tenant and a product that nobody else has, so that its
 * rows are its own. On a chain that ran already it shares a product with others.
 */
public final class Stage implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration AT_REST_WITHIN = Duration.ofSeconds(120);
  private static final Duration WORTH_A_MARK = Duration.ofMillis(500);
  private static final long SUPPLIED = 1_000_000;

  /** On sale in every chain, and there are enough of it. */
  private static final String SEEDED = "SKU-2";

  private final World world;
  private final Evidence evidence;
  private final Random random;
  private final String tenant;
  private final String sku;
  private final String token;
  private final History history = new History();
  private final AtomicInteger requests = new AtomicInteger();
  private final Database orderDb;
  private final Database notificationDb;
  private final Prices prices;
  private final AtRest atRest;
  private final Counts counts;
  private final Waits waits;
  private final List<Crowd> crowds = new ArrayList<>();
  private boolean neverAtRest;

  /** Puts a product on sale that is this stage's own, unless the chain ran already. */
  public Stage(World world, Evidence evidence) throws SQLException {
    this.world = world;
    this.evidence = evidence;
    random = new Random(evidence.seed());
    String own = evidence.drill() + "-" + Long.toString(evidence.began().toEpochMilli(), 36);
    tenant = own;
    sku = world.isHere() ? SEEDED : own.toUpperCase(Locale.ROOT);
    token = world.mintToken(tenant, "shopper");
    orderDb = new Database(world::orderDb);
    notificationDb = new Database(world::notificationDb);
    prices = new Prices(this);
    atRest = new AtRest(this);
    counts = new Counts(this, world.isHere() ? null : new Topic(world.kafkaAddress()));
    waits = new Waits(this, atRest);
    if (!world.isHere()) putOnSale(own);
  }

  private void putOnSale(String own) throws SQLException {
    orderDb.update("INSERT INTO product (sku, name) VALUES (?, ?)", sku, "Drill " + own);
    orderDb.update(
        """
        INSERT INTO product_price (sku, version, price_cents, changed_by)
        SELECT sku, version, price_cents, 'drill' FROM product WHERE sku = ?""",
        sku);
    orderDb.update(
        "INSERT INTO stock (sku, supplied, available) VALUES (?, ?, ?)", sku, SUPPLIED, SUPPLIED);
  }

  public World world() {
    return world;
  }

  public Target target(String name) {
    return world.target(name);
  }

  public Evidence evidence() {
    return evidence;
  }

  /** From the drill's seed. Whoever draws in an order that is not fixed is not repeatable. */
  public Random random() {
    return random;
  }

  public String tenant() {
    return tenant;
  }

  public String sku() {
    return sku;
  }

  public History history() {
    return history;
  }

  public Database orderDb() {
    return orderDb;
  }

  public Database notificationDb() {
    return notificationDb;
  }

  /** A new shopper, whose attempts are in the history. */
  public Shopper shopper() {
    return new Shopper(target(Chain.ORDER_SERVICE).address(), token, history);
  }

  /** A request that was not asked before. */
  public Request request() {
    return new Request(tenant, "k" + requests.incrementAndGet(), sku, 1);
  }

  /**
   * Shoppers at work in the background, each with a rest between two orders, until {@link #rest} at
   * the latest.
   */
  public Crowd crowd(int shoppers, Duration pace) {
    return crowd(shoppers, pace, this::request);
  }

  /**
   * The same, with requests of the caller's choice.
   *
   * @param requests called by all of them at once
   */
  public Crowd crowd(int shoppers, Duration pace, Supplier<Request> requests) {
    return crowd(pace)
        .add(shoppers, this::shopper, shopper -> shopper.insist(requests.get(), PATIENCE));
  }

  /** Without members yet; they stop like all others. */
  Crowd crowd(Duration pace) {
    Crowd crowd = new Crowd(pace);
    crowds.add(crowd);
    return crowd;
  }

  /** The stage's product as readers and operators see it. */
  public Prices prices() {
    return prices;
  }

  /** What has come of all that was asked for here. */
  public Counts counts() {
    return counts;
  }

  public Waits waits() {
    return waits;
  }

  /** What the provider has of the payment of an order; null when it has nothing. */
  public Ledger.Payment paymentOf(String orderId) throws IOException {
    return new Ledger(target(Chain.PAYMENT_PROVIDER).address())
        .payment(CardOrder.paymentKey(orderId));
  }

  /** What {@code GET /orders/ID/chain} says. */
  public String chainOf(String orderId) throws IOException {
    try (HttpConnection http = new HttpConnection(target(Chain.ORDER_SERVICE).address())) {
      return http.get("/orders/" + orderId + "/chain", authorization()).body();
    }
  }

  /** The header's line, as this stage's tenant. */
  public String authorization() {
    return "Authorization: Bearer " + token + "\r\n";
  }

  /** Ends every fault; returns when all parts are healthy. */
  public void heal() {
    Instant healing = Instant.now();
    world.heal();
    if (Duration.between(healing, Instant.now()).compareTo(WORTH_A_MARK) > 0) {
      evidence.mark(Lane.RECOVERY, healing, "all parts healthy again");
    }
  }

  /** Ends every fault, and waits until all that was asked for has its outcome and its effect. */
  public void recover() throws Exception {
    heal();
    rest(Instant.now());
  }

  /**
   * Ends the traffic and waits until all that was asked for has its outcome and its effect; goes on
   * without when that does not come, so that what is missing can be counted.
   *
   * @param faultEnded from when on the recovery counts
   */
  public void rest(Instant faultEnded) throws Exception {
    for (Crowd crowd : crowds) crowd.stop();
    try (Shopper shopper = shopper()) {
      for (Request request : history.unanswered()) shopper.insist(request, PATIENCE);
    }
    if (!Waits.comes(neverAtRest ? Duration.ZERO : AT_REST_WITHIN, atRest::holds)) {
      if (!neverAtRest) {
        evidence.failed(
            "not every card order at its end, and every event in effect, after "
                + AT_REST_WITHIN.toSeconds()
                + " s");
      }
      neverAtRest = true;
      return;
    }
    if (evidence.recoveredAfter() == null) {
      evidence.mark(Lane.RECOVERY, faultEnded, "every order at its end, every event in effect");
      evidence.recoveredAfter(Duration.between(faultEnded, Instant.now()));
    }
  }

  /** Holds the history against rows, and records where there is a topic to read. Only at rest. */
  public Findings judge() throws SQLException {
    Map<HistoryInvariant, Finding> findings = HistoryInvariant.judge(counts.observe());
    if (world.isHere()) findings.remove(HistoryInvariant.SENT_WITHOUT_DELIVERY);
    return new Findings(findings);
  }

  @Override
  public void close() {
    orderDb.close();
    notificationDb.close();
  }
}
