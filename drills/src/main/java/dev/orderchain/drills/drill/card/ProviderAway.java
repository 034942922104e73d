package dev.orderchain.drills.drill.card;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.history.Answer;
import dev.orderchain.drills.stage.CardOrders;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Findings;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The payment provider is away for twice as long as an order may go undecided. Orders are accepted
 * all along: the older ones are cancelled in time, and give their pieces back; the younger ones are
 * paid when it is there again.
 */
public final class ProviderAway implements Drill {
  private static final Duration AWAY = Duration.ofSeconds(60);
  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final int SHOPPERS = 2;
  private static final Duration PACE = Duration.ofMillis(250);

  @Override
  public String name() {
    return "provider-away";
  }

  @Override
  public String fault() {
    return "the payment provider is killed under load and stays away for "
        + AWAY.toSeconds()
        + " s; an order is decided within 30 s";
  }

  @Override
  public boolean runsHere() {
    return true;
  }

  @Override
  public void run(Stage stage) throws Exception {
    Target provider = stage.target(Chain.PAYMENT_PROVIDER);
    stage.crowd(SHOPPERS, PACE, () -> stage.request().paidBy("tok_ok"));
    stage.waits().await("confirmed orders before the fault", BOUND, () -> confirmed(stage) > 5);
    Instant killed = Instant.now();
    provider.kill();
    stage.waits().awaitHit("the payment provider is gone", BOUND, () -> !provider.isRunning());
    Thread.sleep(AWAY);
    long keptTooLong = CardEnd.reservedPastDeadline(stage);
    Instant back = Instant.now();
    provider.start();
    stage.evidence().mark(Lane.FAULT, killed, "payment provider away");
    stage.rest(back);
    count(stage, keptTooLong, placed(stage, killed, back));
  }

  private static void count(Stage stage, long keptTooLong, long placedWhileAway) throws Exception {
    Evidence evidence = stage.evidence();
    Map<String, Long> states = CardOrders.of(stage).byState();
    evidence.show("placedWhileAway", placedWhileAway);
    evidence.demand("ordersGoOn", placedWhileAway > 0, true);
    evidence.demand("pastDeadlineWhileAway", keptTooLong, 0);
    evidence.show("orders", stage.counts().orders());
    evidence.show("confirmed", states.getOrDefault("CONFIRMED", 0L));
    evidence.show("cancelled", states.getOrDefault("CANCELLED", 0L));
    evidence.demand("others", others(states), 0);
    CardEnd.demand(stage);
    Findings findings = stage.judge();
    evidence.demand("lost", findings.lost(), 0);
    evidence.demand("doubled", findings.doubled(), 0);
    Duration recovered = evidence.recoveredAfter();
    evidence.show("recoveredAfterMs", recovered == null ? "never" : recovered.toMillis());
  }

  private static long others(Map<String, Long> states) {
    return states.entrySet().stream()
        .filter(state -> !state.getKey().equals("CONFIRMED") && !state.getKey().equals("CANCELLED"))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static long confirmed(Stage stage) throws Exception {
    return stage
        .orderDb()
        .count(
            "SELECT COUNT(*) FROM orders WHERE tenant = ? AND state = 'CONFIRMED'", stage.tenant());
  }

  private static long placed(Stage stage, Instant killed, Instant back) {
    return stage.history().attempts().stream()
        .filter(attempt -> attempt.answer() instanceof Answer.Placed)
        .filter(a -> a.asked().isAfter(killed) && a.answered().isBefore(back))
        .count();
  }
}
