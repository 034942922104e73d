package dev.orderchain.drills.benchmark.event;

import dev.orderchain.drills.benchmark.load.OutboxRows;
import dev.orderchain.drills.benchmark.load.Records;
import dev.orderchain.drills.benchmark.load.Rig;
import dev.orderchain.drills.benchmark.measure.CpuTimes;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.drills.yardstick.TextbookRelay;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How fast one relay process drains a full outbox, against {@link TextbookRelay}. The relay is warm
 * and stands still (SIGSTOP) while the rows are planted and while the textbook relays; timed is
 * from letting it go on until no row is PENDING or CLAIMED, so the first poll counts.
 */
public final class RelayDrain implements Measure {
  public static final Duration BOUND = Duration.ofMinutes(5);

  private final List<Double> relayRates = new ArrayList<>();
  private final List<Double> textbookRates = new ArrayList<>();

  @Override
  public void run(Session session, Results report) throws Exception {
    Chain chain = session.rig().chain();
    Service relay = chain.relayService();
    chain.start(
        List.of(chain.orderDb(), chain.kafka(), chain.redis(), chain.orderService(), relay));
    int rows = session.pick(50_000, 10_000);
    Records topic = new Records(chain.kafka(), "order-events");
    try (OutboxRows outbox = new OutboxRows(chain.orderDb());
        TextbookRelay textbook = textbook(session.rig())) {
      relay.pause();
      session.warmUp(
          8,
          () -> {
            outbox.plantPending(rows);
            double seconds = drain(outbox, relay);
            relay.pause();
            return rows / seconds;
          });
      outbox.plantPending(500);
      textbook.relay(500);
      for (int round = 0; round < session.pick(3, 1); round++) {
        textbookRates.add(textbookRate(outbox, textbook, session.pick(1_500, 1_000)));
        outbox.plantPending(rows);
        long records = topic.count();
        CpuTimes before = cpu(chain);
        relayRates.add(rows / drain(outbox, relay));
        report.raw("drain cpu micros a row " + round, cpu(chain).since(before, rows));
        relay.pause();
        Session.require(rows, topic.count() - records, "records in Kafka");
        session.say(
            "relay %,.0f rows/s, textbook %,.0f rows/s",
            relayRates.getLast(), textbookRates.getLast());
      }
    }
    double relayRate = Samples.of(relayRates).median();
    double textbookRate = Samples.of(textbookRates).median();
    report.raw("drain relay rows/s", relayRates);
    report.raw("drain textbook rows/s", textbookRates);
    report.add(Figure.stated("relay drain, " + rows + " rows", relayRate, "rows/s"));
    report.add(Figure.stated("textbook relay", textbookRate, "rows/s"));
    report.add(
        Figure.atLeast(
            30, "relay drain against textbook relay", relayRate / textbookRate, "times"));
  }

  private static TextbookRelay textbook(Rig rig) throws Exception {
    return new TextbookRelay(rig.orderDb(), rig.chain().kafka().address(), "order-events");
  }

  private static double textbookRate(OutboxRows outbox, TextbookRelay textbook, int rows)
      throws Exception {
    outbox.plantPending(rows);
    return rows / Session.seconds(() -> textbook.relay(rows));
  }

  private static double drain(OutboxRows outbox, Service relay) throws Exception {
    return Session.seconds(
        () -> {
          relay.resume();
          outbox.awaitSent(BOUND);
        });
  }

  private static CpuTimes cpu(Chain chain) {
    return CpuTimes.of(List.of(chain.orderDb(), chain.kafka(), chain.relayService()));
  }
}
