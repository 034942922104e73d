package dev.orderchain.drills.benchmark.event;

import dev.orderchain.drills.benchmark.load.Effects;
import dev.orderchain.drills.benchmark.load.Records;
import dev.orderchain.drills.benchmark.measure.CpuTimes;
import dev.orderchain.drills.benchmark.measure.Figure;
import dev.orderchain.drills.benchmark.measure.Measure;
import dev.orderchain.drills.benchmark.measure.Results;
import dev.orderchain.drills.benchmark.measure.Samples;
import dev.orderchain.drills.benchmark.measure.Session;
import dev.orderchain.drills.yardstick.TextbookConsumer;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.Service;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How fast notification-service takes in a topic that was filled before, against {@link
 * TextbookConsumer}. It is warm and stands still (SIGSTOP) while the topic is filled; timed is from
 * letting it go on until the effect of each partition's last record is committed.
 */
public final class ConsumerRate implements Measure {
  private static final Duration BOUND = Duration.ofMinutes(5);

  private final List<Double> serviceRates = new ArrayList<>();
  private final List<Double> textbookRates = new ArrayList<>();

  @Override
  public void run(Session session, Results report) throws Exception {
    Chain chain = session.rig().chain();
    Service service = chain.notificationService();
    chain.start(List.of(chain.notificationDb(), chain.kafka()));
    Records topic = new Records(chain.kafka(), "order-events");
    Records other = new Records(chain.kafka(), "yardstick");
    service.start();
    try (Effects effects = new Effects(session.rig());
        TextbookConsumer textbook =
            new TextbookConsumer(
                session.rig().notificationDb(), chain.kafka().address(), "yardstick")) {
      service.pause();
      session.warmUp(8, () -> serviceRate(session, report, topic, effects));
      other.plant(500);
      textbook.receive(500);
      for (int round = 0; round < session.pick(3, 1); round++) {
        textbookRates.add(textbookRate(other, textbook, session.pick(3_000, 1_500)));
        serviceRates.add(serviceRate(session, report, topic, effects));
        session.say(
            "service %,.0f events/s, textbook %,.0f events/s",
            serviceRates.getLast(), textbookRates.getLast());
      }
    }
    double serviceRate = Samples.of(serviceRates).median();
    double textbookRate = Samples.of(textbookRates).median();
    report.raw("consumer service events/s", serviceRates);
    report.raw("consumer textbook events/s", textbookRates);
    report.add(Figure.stated("notification-service", serviceRate, "events/s"));
    report.add(Figure.stated("textbook consumer", textbookRate, "events/s"));
    report.add(
        Figure.atLeast(
            12, "consumer against textbook consumer", serviceRate / textbookRate, "times"));
  }

  private static double textbookRate(Records topic, TextbookConsumer textbook, int records)
      throws Exception {
    topic.plant(records);
    return records / Session.seconds(() -> textbook.receive(records));
  }

  private static double serviceRate(Session session, Results report, Records topic, Effects effects)
      throws Exception {
    Chain chain = session.rig().chain();
    Service service = chain.notificationService();
    List<Part> parts = List.of(chain.notificationDb(), chain.kafka(), service);
    int records = session.pick(100_000, 20_000);
    List<String> last = topic.plant(records);
    long effectsBefore = effects.count();
    CpuTimes before = CpuTimes.of(parts);
    double seconds =
        Session.seconds(
            () -> {
              service.resume();
              effects.await(last, BOUND);
            });
    service.pause();
    Session.require(records, effects.count() - effectsBefore, "effects");
    report.raw("consumer cpu micros an event", CpuTimes.of(parts).since(before, records));
    return records / seconds;
  }
}
