package dev.orderchain.drills.drill;

import dev.orderchain.drills.drill.card.CardEnd;
import dev.orderchain.drills.drill.card.Refunds;
import dev.orderchain.drills.drill.fault.Fault;
import dev.orderchain.drills.drill.fault.Plan;
import dev.orderchain.drills.drill.fault.Plan.Step;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Findings;
import dev.orderchain.drills.stage.Prices;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Crowd;
import dev.orderchain.testbed.Chain;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Traffic for a while, and a fault every few seconds, after a plan that the seed draws: the same
 * seed is the same plan, though not the same interleaving. Then everything is healed and judged.
 */
final class Everything implements Drill {
  private static final int SHOPPERS = 6;
  private static final String ON_ACCOUNT = "";
  private static final Duration PACE = Duration.ofMillis(60);
  private static final int READERS = 3;
  private static final Duration READING_PACE = Duration.ofMillis(20);
  private static final Duration CHANGING_PACE = Duration.ofMillis(400);

  /** Repeated over and over: mostly orders that go well, and each card that does not. */
  private static final List<String> CARDS =
      Stream.of(
              Collections.nCopies(10, ON_ACCOUNT),
              Collections.nCopies(10, "tok_ok"),
              List.of(
                  "tok_declined",
                  "tok_answer_lost",
                  "tok_slow",
                  "tok_appears_late",
                  "tok_capture_answer_lost",
                  "tok_refund_declined",
                  "tok_refund_answer_lost",
                  "tok_paid_after_void",
                  "tok_receipt_only"))
          .flatMap(List::stream)
          .toList();

  private final Duration length;

  Everything(Duration length) {
    this.length = length;
  }

  @Override
  public String name() {
    return "everything";
  }

  @Override
  public String fault() {
    return "a fault every few seconds, drawn from all that can be done to the chain, with orders on"
        + " account and by every kind of card, refunds, and prices that are read and changed, for "
        + length.toSeconds()
        + " s";
  }

  @Override
  public void run(Stage stage) throws Exception {
    List<Step> plan = Plan.draw(stage.random(), length, stage.world().where());
    AtomicInteger asked = new AtomicInteger();
    Crowd crowd = stage.crowd(SHOPPERS, PACE, () -> request(stage, asked.getAndIncrement()));
    stage.prices().readers(READERS, READING_PACE, stage.target(Chain.ORDER_SERVICE));
    stage.prices().changing(CHANGING_PACE);
    try (Refunds refunds = new Refunds(stage)) {
      Instant start = Instant.now();
      for (Step step : plan) {
        sleepUntil(start.plus(step.at()));
        bringAbout(stage, step);
      }
      sleepUntil(start.plus(length));
      crowd.stop();
      refunds.stop();
      stage.recover();
      count(stage, refunds);
    }
  }

  private static Request request(Stage stage, int number) {
    String card = CARDS.get(number % CARDS.size());
    return card.equals(ON_ACCOUNT) ? stage.request() : stage.request().paidBy(card);
  }

  /** What did not hit (a commit is lost only when there is one) is not counted as a fault. */
  private static void bringAbout(Stage stage, Step step) throws Exception {
    Instant from = Instant.now();
    Fault.Running fault = step.fault().begin(stage);
    Thread.sleep(step.length());
    if (fault.end()) {
      stage.evidence().hit(step.fault().toString());
      stage.evidence().mark(Lane.FAULT, from, step.fault().toString());
    }
  }

  private static void count(Stage stage, Refunds refunds) throws Exception {
    Findings findings = stage.judge();
    Evidence evidence = stage.evidence();
    evidence.show("seed", evidence.seed());
    evidence.show("faults", evidence.hits().size());
    evidence.show("orders", stage.counts().orders());
    evidence.show("events", stage.counts().events());
    evidence.show("unknown", stage.history().unknown());
    evidence.demand("effects", stage.counts().effects(), stage.counts().events());
    evidence.demand("lost", findings.lost(), 0);
    evidence.demand("doubled", findings.doubled(), 0);
    evidence.demand("ordered", findings.ordered(), true);
    Prices prices = stage.prices();
    evidence.show("priceChanges", prices.version() - 1);
    evidence.show("priceReads", prices.history().reads().size());
    evidence.demand("stalePrices", prices.stale(), 0);
    evidence.show("refundsAccepted", refunds.accepted());
    evidence.demand("refundsForgotten", refunds.forgotten(), 0);
    CardEnd.demand(stage);
    CardOrders.of(stage).byCard().forEach((card, states) -> evidence.show(card, inWords(states)));
  }

  private static String inWords(Map<String, Long> states) {
    return states.entrySet().stream()
        .map(state -> state.getKey() + ":" + state.getValue())
        .collect(Collectors.joining(","));
  }

  private static void sleepUntil(Instant time) throws InterruptedException {
    Duration left = Duration.between(Instant.now(), time);
    if (left.isPositive()) Thread.sleep(left);
  }
}
