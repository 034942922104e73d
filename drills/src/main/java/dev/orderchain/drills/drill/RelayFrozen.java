package dev.orderchain.drills.drill;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Byteman;
import dev.orderchain.testbed.Chain;
import java.time.Duration;
import java.util.List;

/**
 * A relay stands still between Kafka's acknowledgement and its mark for longer than its lease.
 * Another one takes over; then the first wakes and does what it was about to do.
 */
final class RelayFrozen implements Drill {
  /** Long enough to be frozen in; the rest of it passes after the thaw. */
  private static final Duration AT_THE_MARK = Duration.ofSeconds(4);

  private static final Duration BOUND = Duration.ofSeconds(30);

  private static final Byteman.Rule HELD =
      Byteman.Rule.pause(
          "the relay is about to mark",
          "dev.orderchain.relay.Outbox",
          "markSent",
          "AT ENTRY",
          "TRUE",
          AT_THE_MARK);

  @Override
  public String name() {
    return "relay-frozen";
  }

  @Override
  public String fault() {
    return "a relay is frozen between Kafka's acknowledgement and its mark, past its lease, and"
        + " thawed when another one has taken over";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Target frozen = stage.target(Chain.RELAY_SERVICE);
    frozen.restart(Leases.SHORT.rules(List.of(HELD)));
    try (ClaimLog log = new ClaimLog(stage.orderDb())) {
      Request request = stage.request();
      try (Shopper shopper = stage.shopper()) {
        shopper.ask(request);
      }
      String orderId = stage.orderIdOf(request);
      stage.await(
          "the relay to be about to mark", BOUND, () -> frozen.log().contains(HELD.trace()));
      frozen.pause();
      stage.awaitHit("the relay stands still, its mark not made", BOUND, frozen::isPaused);
      Token first = Token.of(stage.orderDb(), orderId);
      Target other = stage.world().another(Chain.RELAY_SERVICE, "relay-service-2");
      other.restart(Leases.SHORT);
      stage.await(
          "the other relay to have taken over",
          BOUND,
          () -> Token.of(stage.orderDb(), orderId).state().equals("SENT"));
      Token second = Token.of(stage.orderDb(), orderId);
      frozen.resume();
      stage.awaitHit(
          "the thawed relay has made its mark, and was fenced",
          BOUND,
          () -> Stage.metric(frozen, "relay_events_total", "fenced") >= 1);
      stage.recover();
      count(stage, log, first, second);
    }
  }

  private static void count(Stage stage, ClaimLog log, Token first, Token second) throws Exception {
    Evidence evidence = stage.evidence();
    String orderId = first.orderId();
    evidence.demand("version1", first.version(), 1);
    evidence.demand("version2", second.version(), 2);
    evidence.demand("oldCas", log.marks(orderId, first.claimId()), 0);
    evidence.demand("newCas", log.marks(orderId, second.claimId()), 1);
    evidence.demand("state", Token.of(stage.orderDb(), orderId).state(), "SENT");
    evidence.demand("deliveries", stage.deliveries().size(), 2);
    evidence.demand("effects", stage.effects(), 1);
  }
}
