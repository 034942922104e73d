package dev.orderchain.drills.drill.relay;

import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.Byteman;
import java.time.Duration;
import java.util.List;

/**
 * A relay stands still between Kafka's acknowledgement and its mark for longer than its lease.
 * Another one takes over; while it holds the claim, the first wakes and does what it was about to
 * do. Only the token then tells the two apart: the row is CLAIMED for both of them.
 */
public final class RelayFrozen implements Drill {
  /** The first one's, which is waited for. */
  private static final Duration LEASE = Duration.ofSeconds(4);

  /** The second one's, which is not to be over while the first tries. */
  private static final Duration LONG_LEASE = Duration.ofMinutes(2);

  private static final Duration BOUND = Duration.ofSeconds(90);

  private static final Byteman.Rule FIRST_HELD = held("the first relay is about to mark");
  private static final Byteman.Rule SECOND_HELD = held("the second relay is about to mark");

  private static Byteman.Rule held(String name) {
    return Byteman.Rule.hold(
        name, "dev.orderchain.relay.outbox.Settlement", "markSent", "AT ENTRY", "TRUE");
  }

  @Override
  public String name() {
    return "relay-frozen";
  }

  @Override
  public String fault() {
    return "a relay is frozen between Kafka's acknowledgement and its mark, past its lease, and"
        + " thawed while another one holds the claim";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Target frozen = stage.target(Chain.RELAY_SERVICE);
    frozen.restart(Leases.of(LEASE).rules(List.of(FIRST_HELD)));
    try (ClaimLog log = new ClaimLog(stage.orderDb());
        RelayAccount account = new RelayAccount(stage)) {
      // Ready and standing still, so that the first is not frozen for longer than it has to be.
      Target other = stage.world().another(Chain.RELAY_SERVICE, "relay-service-2");
      other.restart(account.use(Leases.of(LONG_LEASE).rules(List.of(SECOND_HELD))));
      other.pause();
      Request request = stage.request();
      try (Shopper shopper = stage.shopper()) {
        shopper.ask(request);
      }
      String orderId = stage.counts().orderIdOf(request);
      stage
          .waits()
          .await(
              "the relay to be about to mark",
              BOUND,
              () -> frozen.log().contains(FIRST_HELD.trace()));
      frozen.pause();
      stage.waits().awaitHit("the relay stands still, its mark not made", BOUND, frozen::isPaused);
      Token first = Token.of(stage.orderDb(), orderId);
      other.resume();
      stage
          .waits()
          .await(
              "another relay to hold the claim",
              BOUND,
              () -> other.log().contains(SECOND_HELD.trace()));
      Token second = Token.of(stage.orderDb(), orderId);
      frozen.release(FIRST_HELD);
      frozen.resume();
      stage
          .waits()
          .awaitHit(
              "the thawed relay has tried its mark",
              BOUND,
              () -> Metrics.sum(frozen.address(), "relay_events_total", "\"sent\"") >= 1);
      other.release(SECOND_HELD);
      stage
          .waits()
          .await(
              "the event to be marked",
              BOUND,
              () -> Token.of(stage.orderDb(), orderId).state().equals("SENT"));
      stage.recover();
      count(stage, log, first, second);
    }
  }

  private static void count(Stage stage, ClaimLog log, Token first, Token second) throws Exception {
    Evidence evidence = stage.evidence();
    String orderId = first.orderId();
    evidence.demand("stateAtThaw", second.state(), "CLAIMED");
    evidence.demand("version1", first.version(), 1);
    evidence.demand("version2", second.version(), 2);
    evidence.demand("oldCas", log.marks(orderId, RelayAccount.FIRST), 0);
    evidence.demand("newCas", log.marks(orderId, RelayAccount.SECOND), 1);
    evidence.demand("state", Token.of(stage.orderDb(), orderId).state(), "SENT");
    evidence.demand("deliveries", stage.counts().deliveries().size(), 2);
    evidence.demand("effects", stage.counts().effects(), 1);
  }
}
