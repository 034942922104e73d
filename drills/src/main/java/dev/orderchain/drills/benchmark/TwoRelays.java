package dev.orderchain.drills.benchmark;

import dev.orderchain.drills.rig.CpuTimes;
import dev.orderchain.drills.rig.Load;
import dev.orderchain.drills.rig.OutboxRows;
import dev.orderchain.drills.rig.Shopper;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a second relay process does harm: two drain the same rows as one does, and orders are
 * placed at full speed beside two that deliver them, and beside none (both stand still). In turns,
 * because a database that fills up is not the same later.
 */
final class TwoRelays implements Measure {
  private static final int SKUS = 10_000;
  private static final int CONNECTIONS = 32;

  @Override
  public void run(Session session, Report report) throws Exception {
    Chain chain = session.rig().chain();
    List<Service> relays =
        List.of(chain.relayService(), chain.another(Chain.RELAY_SERVICE, "relay-service-2"));
    chain.start(List.of(chain.orderDb(), chain.kafka(), chain.redis(), chain.orderService()));
    chain.start(relays);
    try (OutboxRows outbox = new OutboxRows(chain.orderDb())) {
      relays.forEach(Service::pause);
      for (Service relay : relays) {
        session.warmUp(8, () -> drainRate(session, outbox, List.of(relay)));
      }
      drains(session, report, outbox, relays);
      placing(session, report, outbox, relays);
    }
  }

  private static void drains(
      Session session, Report report, OutboxRows outbox, List<Service> relays) throws Exception {
    List<Double> one = new ArrayList<>();
    List<Double> two = new ArrayList<>();
    for (int round = 0; round < session.pick(3, 1); round++) {
      one.add(drainRate(session, outbox, relays.subList(round % 2, round % 2 + 1)));
      two.add(drainRate(session, outbox, relays));
      session.say("one relay %,.0f rows/s, two %,.0f rows/s", one.getLast(), two.getLast());
    }
    report.raw("two relays: one rows/s", one);
    report.raw("two relays: two rows/s", two);
    report.add(
        Figure.atLeast(
            1,
            "two relay processes against one",
            Samples.of(two).median() / Samples.of(one).median(),
            "times"));
  }

  private static double drainRate(Session session, OutboxRows outbox, List<Service> relays)
      throws Exception {
    int rows = session.pick(50_000, 10_000);
    outbox.plantPending(rows);
    double seconds =
        Session.seconds(
            () -> {
              relays.forEach(Service::resume);
              outbox.awaitSent(RelayDrain.BOUND);
            });
    relays.forEach(Service::pause);
    return rows / seconds;
  }

  private static void placing(
      Session session, Report report, OutboxRows outbox, List<Service> relays) throws Exception {
    Chain chain = session.rig().chain();
    session.rig().stock(SKUS);
    String token = chain.mintToken("acme", "shopper");
    List<Double> without = new ArrayList<>();
    List<Double> beside = new ArrayList<>();
    try (Load shoppers = new Load(CONNECTIONS, () -> new Shopper(chain, token, SKUS))) {
      relays.forEach(Service::resume);
      session.warmUp(15, () -> shoppers.run(Duration.ofSeconds(10)).perSecond());
      for (int round = 0; round < session.pick(3, 2); round++) {
        settle(outbox, relays);
        relays.forEach(Service::pause);
        without.add(rate(session, report, shoppers, "none " + round));
        settle(outbox, relays);
        beside.add(rate(session, report, shoppers, "two " + round));
        report.raw("two relays: rows unsent after placing " + round, outbox.unsent());
        session.say(
            "orders beside none %,.0f/s, beside two %,.0f/s", without.getLast(), beside.getLast());
      }
    }
    report.raw("two relays: orders/s beside none", without);
    report.raw("two relays: orders/s beside two", beside);
    report.add(
        Figure.atLeast(
            0.85,
            "order placing beside two relays against none",
            Samples.of(beside).median() / Samples.of(without).median(),
            "times"));
  }

  private static double rate(Session session, Report report, Load shoppers, String beside)
      throws Exception {
    List<Part> parts = session.rig().chain().parts().stream().filter(Part::isRunning).toList();
    CpuTimes before = CpuTimes.of(parts);
    Load.Done done = shoppers.run(session.pick(Duration.ofSeconds(10), Duration.ofSeconds(4)));
    report.raw(
        "two relays: cpu micros an order beside " + beside,
        CpuTimes.of(parts).since(before, done.units()));
    return done.perSecond();
  }

  private static void settle(OutboxRows outbox, List<Service> relays) throws Exception {
    relays.forEach(Service::resume);
    outbox.awaitSent(RelayDrain.BOUND);
  }
}
