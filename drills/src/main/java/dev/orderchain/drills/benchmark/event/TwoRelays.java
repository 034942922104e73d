package dev.orderchain.drills.benchmark.event;

import dev.orderchain.drills.benchmark.load.OutboxRows;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Service;
import java.util.ArrayList;
import java.util.List;

/** Whether two relay processes drain the outbox at least as fast as one does; in turns. */
public final class TwoRelays implements Measure {
  private final List<Double> one = new ArrayList<>();
  private final List<Double> two = new ArrayList<>();

  @Override
  public void run(Session session, Results report) throws Exception {
    Chain chain = session.rig().chain();
    List<Service> relays =
        List.of(chain.relayService(), chain.another(Chain.RELAY_SERVICE, "relay-service-2"));
    chain.start(List.of(chain.orderDb(), chain.kafka(), chain.redis(), chain.orderService()));
    chain.start(relays);
    relays.forEach(Service::pause);
    try (OutboxRows outbox = new OutboxRows(chain.orderDb())) {
      for (Service relay : relays) {
        session.warmUp(8, () -> drainRate(session, outbox, List.of(relay)));
      }
      for (int round = 0; round < session.pick(3, 1); round++) {
        one.add(drainRate(session, outbox, relays.subList(round % 2, round % 2 + 1)));
        two.add(drainRate(session, outbox, relays));
        session.say("one relay %,.0f rows/s, two %,.0f rows/s", one.getLast(), two.getLast());
      }
    }
    report.raw("two relays: one rows/s", one);
    report.raw("two relays: two rows/s", two);
    double ratio = Samples.of(two).median() / Samples.of(one).median();
    report.add(Figure.atLeast(1, "two relay processes against one", ratio, "times"));
  }

  /** All relays stand still before and after. */
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
}
