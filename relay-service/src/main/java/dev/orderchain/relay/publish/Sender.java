package dev.orderchain.relay.publish;

import dev.orderchain.relay.Settings;
import dev.orderchain.relay.outbox.Claim;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Sends the rows of a claim and reports a verdict on each.
 *
 * <p>Different aggregates are pipelined; within one the next event is handed to the producer only
 * after Kafka has acknowledged the one before, so that a failure in between can never let a later
 * event overtake. The plain client is used and no emitter above it, because the verdict on each
 * single record is the point and nothing may be sent again behind the relay's back.
 *
 * <p>Not thread-safe: one relay loop, one sender.
 */
class Sender implements AutoCloseable {
  /** Beyond the producer's own time-out for a record, before it is given up unanswered. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Map<String, Object> connection;
  private final Settings settings;
  private final Payloads payloads;
  private KafkaProducer<String, byte[]> producer;

  /** Where large payloads are fetched from. */
  interface Payloads {
    byte[] of(Claim.Row row) throws SQLException;
  }

  /**
   * @param connection how to reach Kafka, as Kafka client properties
   */
  Sender(Map<String, Object> connection, Settings settings, Payloads payloads) {
    this.connection = connection;
    this.settings = settings;
    this.payloads = payloads;
  }

  /**
   * Sends and waits for the answers, at most the delivery time-out and a grace.
   *
   * @param stop from when on nothing new is handed to the producer: the relay ends, or the lease
   * @return a verdict for every row of the claim
   */
  Map<Claim.Row, Verdict> send(Claim claim, BooleanSupplier stop) {
    return new Sending(claim, stop).run();
  }

  /** The rows of one claim on their way. Rows of an aggregate queue behind its first. */
  private final class Sending {
    private final Map<Claim.Row, Verdict> verdicts = new LinkedHashMap<>();
    private final Map<String, Deque<Claim.Row>> waiting = new HashMap<>();
    private final Deque<Claim.Row> ready = new ArrayDeque<>();
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    private final List<Claim.Row> inFlight = new ArrayList<>();
    private final BooleanSupplier stop;
    private boolean brokerAway;
    private int open;

    Sending(Claim claim, BooleanSupplier stop) {
      this.stop = stop;
      for (Claim.Row row : claim.rows()) {
        waiting.computeIfAbsent(row.aggregateId(), aggregate -> new ArrayDeque<>()).add(row);
      }
      waiting.values().forEach(aggregate -> ready.add(aggregate.poll()));
    }

    Map<Claim.Row, Verdict> run() {
      while (!ready.isEmpty() || open > 0) {
        // Answers first: the first "broker away" spares the others the wait for it.
        if (answers.isEmpty() && !ready.isEmpty() && open < settings.maxInFlight()) {
          sendOrSkip(ready.poll());
          continue;
        }
        Answer answer = next();
        if (answer == null) {
          inFlight.stream()
              .filter(row -> !verdicts.containsKey(row))
              .forEach(row -> judge(row, new Verdict.NotSent("no answer in time", true)));
          open = 0;
        } else {
          open--;
          judge(answer.row(), Verdict.of(answer.failure()));
        }
      }
      return verdicts;
    }

    private void sendOrSkip(Claim.Row row) {
      if (brokerAway) {
        judge(row, new Verdict.NotSent("broker away", true));
      } else if (stop.getAsBoolean()) {
        judge(row, new Verdict.NotSent("stopped, or the lease is over", false));
      } else if (!settings.topics().containsKey(row.topic())) {
        judge(row, new Verdict.Hopeless("topic " + row.topic() + " is not in relay.topics"));
      } else {
        handOver(row);
      }
    }

    private void handOver(Claim.Row row) {
      try {
        producer().send(record(row), (sent, failure) -> answers.add(new Answer(row, failure)));
        inFlight.add(row);
        open++;
      } catch (SQLException e) {
        judge(row, new Verdict.NotSent("payload not read: " + e.getMessage(), false));
      } catch (RuntimeException e) {
        judge(row, Verdict.of(e));
      }
    }

    /** Records a verdict and decides what becomes of the next event of the same aggregate. */
    private void judge(Claim.Row row, Verdict verdict) {
      verdicts.put(row, verdict);
      Deque<Claim.Row> behind = waiting.get(row.aggregateId());
      if (verdict instanceof Verdict.Acknowledged) {
        if (!behind.isEmpty()) {
          ready.add(behind.poll());
        }
        return;
      }
      brokerAway |= verdict instanceof Verdict.NotSent notSent && notSent.brokerAway();
      for (Claim.Row later; (later = behind.poll()) != null; ) {
        verdicts.put(later, new Verdict.NotSent("behind " + row.eventId(), false));
      }
    }

    private Answer next() {
      try {
        Duration longest = settings.deliveryTimeout().plus(GRACE);
        return answers.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
  }

  private record Answer(Claim.Row row, Exception failure) {}

  /** CloudEvents 1.0, Kafka binding, binary mode. */
  private ProducerRecord<String, byte[]> record(Claim.Row row) throws SQLException {
    byte[] payload = row.payload() != null ? row.payload() : payloads.of(row);
    var record = new ProducerRecord<>(row.topic(), row.aggregateId(), payload);
    header(record, "ce_specversion", "1.0");
    header(record, "ce_id", row.eventId());
    header(record, "ce_type", row.type());
    header(record, "ce_source", "/order-service");
    header(record, "ce_subject", row.aggregateId());
    header(record, "ce_time", DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(row.createdAt()) + "Z");
    header(record, "content-type", "application/json");
    header(record, "traceparent", row.traceparent());
    return record;
  }

  private static void header(ProducerRecord<?, ?> record, String name, String value) {
    record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
  }

  /** Made at the first send: a broker whose name cannot be resolved yet is an outage, no more. */
  private KafkaProducer<String, byte[]> producer() {
    if (producer == null) {
      Map<String, Object> config = new HashMap<>(connection);
      int deliveryMillis = Math.toIntExact(settings.deliveryTimeout().toMillis());
      config.put(ProducerConfig.ACKS_CONFIG, "all");
      config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
      config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
      config.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 * 1024);
      config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, deliveryMillis);
      config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, deliveryMillis / 2);
      config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, deliveryMillis / 2);
      config.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1000);
      producer = new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
    }
    return producer;
  }

  /** Gives up the producer, in case it is the producer that is broken; the next send makes one. */
  void reset() {
    close(Duration.ZERO);
  }

  @Override
  public void close() {
    close(settings.deliveryTimeout());
  }

  private void close(Duration patience) {
    if (producer != null) {
      producer.close(patience);
      producer = null;
    }
  }
}
