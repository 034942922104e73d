package dev.orderchain.drills.drill.relay;

import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.world.Target;
import dev.orderchain.drills.world.Where;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.fault.Byteman;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;

/**
 * Two relays, of which one's clock runs ahead by more than a lease; the other one holds each of its
 * claims for a while, so that there is something to be taken from it too early.
 */
public final class RelayClockAhead implements Drill {
  private static final Duration AHEAD = Duration.ofSeconds(4);
  private static final Duration TOGETHER = Duration.ofSeconds(8);
  private static final Duration BOUND = Duration.ofSeconds(90);
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");

  private static final Byteman.Rule SLOW =
      Byteman.Rule.act(
          "the relay takes its time before the mark",
          "dev.orderchain.relay.outbox.Outbox",
          "markSent",
          "AT ENTRY",
          "TRUE",
          "delay(800)");

  @Override
  public String name() {
    return "relay-clock-ahead";
  }

  @Override
  public String fault() {
    return "one of two relays has a clock that is 4 s ahead, with leases of 2 s";
  }

  @Override
  public Set<Where> where() {
    return Set.of(Where.LOCAL);
  }

  @Override
  public void run(Stage stage) throws Exception {
    stage.target(Chain.RELAY_SERVICE).restart(Leases.SHORT.rules(List.of(SLOW)));
    Target ahead = stage.world().another(Chain.RELAY_SERVICE, "relay-service-2");
    ahead.restart(Leases.SHORT.clockAhead(AHEAD));
    stage
        .waits()
        .awaitHit(
            "the second relay's log is from the future", BOUND, () -> isFromTheFuture(ahead.log()));
    try (ClaimLog log = new ClaimLog(stage.orderDb())) {
      stage.crowd(4, Duration.ofMillis(20));
      Thread.sleep(TOGETHER);
      stage.rest(Instant.now());
      stage
          .waits()
          .awaitHit(
              "both relays have sent",
              BOUND,
              () ->
                  Metrics.sum(ahead.address(), "relay_events_total", "\"sent\"") > 0
                      && Metrics.sum(
                              stage.target(Chain.RELAY_SERVICE).address(),
                              "relay_events_total",
                              "\"sent\"")
                          > 0);
      stage.evidence().demand("overlaps", log.overlaps(), 0);
      stage.evidence().show("takenBack", log.takenBack());
      stage.evidence().show("orders", stage.counts().orders());
      stage.evidence().demand("effects", stage.counts().effects(), stage.counts().orders());
    }
  }

  /** A service's log line begins with its local time. */
  private static boolean isFromTheFuture(String log) {
    String last = log.stripTrailing();
    String time = last.substring(last.lastIndexOf('\n') + 1).substring(0, 23);
    Instant said = LocalDateTime.parse(time, LOG_TIME).atZone(ZoneId.systemDefault()).toInstant();
    return said.isAfter(Instant.now().plusSeconds(1));
  }
}
