package dev.orderchain.drills.benchmark.order;

import dev.orderchain.drills.benchmark.event.RelayDrain;
import dev.orderchain.drills.benchmark.load.Load;
import dev.orderchain.drills.benchmark.load.OutboxRows;
import dev.orderchain.drills.benchmark.load.Placing;
import dev.orderchain.drills.benchmark.measure.CpuTimes;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How much of its rate order placing at full speed keeps while two relays deliver what is placed,
 * against the same with both relays standing still (SIGSTOP). Everything shares the machine, so the
 * relays' own CPU time is part of what they cost. In turns, each ratio from two neighbouring
 * windows and with the other one first every time, because the rate drifts as the tables grow.
 */
public final class PlacingBesideRelays implements Measure {
  private static final int SKUS = 10_000;
  private static final int CONNECTIONS = 32;

  private final List<Double> besideNone = new ArrayList<>();
  private final List<Double> besideTwo = new ArrayList<>();
  private final List<Double> ratios = new ArrayList<>();
  private Session session;
  private Results report;
  private OutboxRows outbox;
  private Load shoppers;
  private List<Service> relays;

  @Override
  public void run(Session session, Results report) throws Exception {
    this.session = session;
    this.report = report;
    Chain chain = session.rig().chain();
    relays = List.of(chain.relayService(), chain.another(Chain.RELAY_SERVICE, "relay-service-2"));
    chain.start(List.of(chain.orderDb(), chain.kafka(), chain.redis(), chain.orderService()));
    chain.start(relays);
    session.rig().stock(SKUS);
    String token = chain.mintToken("acme", "shopper");
    try (OutboxRows rows = new OutboxRows(chain.orderDb());
        Load load = new Load(CONNECTIONS, () -> new Placing(chain, token, SKUS))) {
      outbox = rows;
      shoppers = load;
      session.warmUp(15, () -> shoppers.run(Duration.ofSeconds(10)).perSecond());
      for (int round = 0; round < session.pick(4, 2); round++) measure(round);
    }
    report.raw("placing: orders/s beside none", besideNone);
    report.raw("placing: orders/s beside two", besideTwo);
    double ratio = Samples.of(ratios).median();
    report.add(
        Figure.atLeast(0.85, "order placing beside two relays against none", ratio, "times"));
  }

  private void measure(int round) throws Exception {
    if (round % 2 == 0) {
      besideNone(round);
      besideTwo(round);
    } else {
      besideTwo(round);
      besideNone(round);
    }
    ratios.add(besideTwo.getLast() / besideNone.getLast());
    session.say(
        "orders beside none %,.0f/s, beside two %,.0f/s",
        besideNone.getLast(), besideTwo.getLast());
  }

  private void besideNone(int round) throws Exception {
    settle();
    relays.forEach(Service::pause);
    besideNone.add(rate("none", round));
  }

  private void besideTwo(int round) throws Exception {
    settle();
    besideTwo.add(rate("two", round));
    report.raw("placing: rows unsent beside two, round " + round, outbox.unsent());
  }

  private double rate(String beside, int round) throws Exception {
    List<Part> parts = session.rig().chain().parts().stream().filter(Part::isRunning).toList();
    CpuTimes before = CpuTimes.of(parts);
    Load.Done done = shoppers.run(session.pick(Duration.ofSeconds(10), Duration.ofSeconds(4)));
    report.raw(
        "placing: cpu micros an order beside %s, round %d".formatted(beside, round),
        CpuTimes.of(parts).since(before, done.units()));
    return done.perSecond();
  }

  private void settle() throws Exception {
    relays.forEach(Service::resume);
    outbox.awaitSent(RelayDrain.BOUND);
  }
}
