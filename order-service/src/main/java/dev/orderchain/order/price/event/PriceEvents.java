package dev.orderchain.order.price.event;

import dev.orderchain.order.deadline.Backoff;
import dev.orderchain.order.price.PriceCache;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jboss.logging.Logger;

/**
 * Tells the cache of every change once more, for certain: offsets are committed when Redis has
 * answered for each record before them, however long it is away. Invalidating is the same any
 * number of times and in any order, so no inbox is needed. What cannot be read is parked as it is.
 *
 * <p>The plain client, made again after whatever ends it: orders have to be taken, and this service
 * to start, when the broker is away, down to its name.
 */
@ApplicationScoped
class PriceEvents {
  private static final Logger LOG = Logger.getLogger(PriceEvents.class);
  private static final String TOPIC = "product-events";
  private static final String GROUP = "order-service";
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);
  private static final Backoff UNTIL_TOLD =
      new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1));
  private static final Duration BEFORE_THE_NEXT_CLIENT = Duration.ofSeconds(1);

  private final PriceCache cache;
  private final ParkedPriceEvents parked;
  private final Map<String, Object> kafka;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread = Thread.ofPlatform().name("price-events").unstarted(this::run);
  private String trouble = "";

  PriceEvents(
      PriceCache cache,
      ParkedPriceEvents parked,
      @Identifier("default-kafka-broker") Map<String, Object> kafka) {
    this.cache = cache;
    this.parked = parked;
    this.kafka = kafka;
  }

  void start(@Observes StartupEvent event) {
    thread.start();
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    stopping.countDown();
    if (!thread.join(STOP_WITHIN)) {
      LOG.warnf("still busy after %s; what is not committed comes again", STOP_WITHIN);
    }
  }

  private void run() {
    try {
      do {
        try {
          follow();
        } catch (KafkaException e) {
          troubled(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
          LOG.error("cannot follow price changes, trying again", e);
        }
      } while (!stopsWithin(BEFORE_THE_NEXT_CLIENT));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void troubled(String what) {
    if (!what.equals(trouble)) {
      LOG.warnf("no price changes, trying again: %s", what);
    }
    trouble = what;
  }

  private void follow() throws InterruptedException {
    Consumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config(), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    try {
      consumer.subscribe(List.of(TOPIC));
      while (!stopsWithin(Duration.ZERO)) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          if (!take(record)) {
            return;
          }
        }
        consumer.commitSync();
        trouble = "";
      }
    } finally {
      consumer.close(org.apache.kafka.clients.consumer.CloseOptions.timeout(CLOSE_WITHIN));
    }
  }

  /** False when the service began to stop before the cache was told. */
  private boolean take(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
    try {
      PriceChanged changed = PriceChanged.read(record);
      for (int attempt = 2; !isTold(changed); attempt++) {
        if (stopsWithin(UNTIL_TOLD.before(attempt))) {
          return false;
        }
      }
    } catch (PriceChanged.Unreadable e) {
      LOG.warnf("parking %s-%d@%d: %s", TOPIC, record.partition(), record.offset(), e.getMessage());
      parked.park(record, e.getMessage());
    }
    return true;
  }

  private boolean isTold(PriceChanged changed) {
    return cache
        .invalidate(changed.sku(), changed.version(), PriceCache.By.EVENT)
        .await()
        .indefinitely();
  }

  private boolean stopsWithin(Duration time) throws InterruptedException {
    return stopping.await(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private Map<String, Object> config() {
    Map<String, Object> config = new HashMap<>(kafka);
    config.put(ConsumerConfig.GROUP_ID_CONFIG, GROUP);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    // The topic itself, when it is created later, is seen within this.
    config.put(ConsumerConfig.METADATA_MAX_AGE_CONFIG, 10_000);
    // A killed instance keeps its partitions from the others until its session is over.
    config.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, 6_000);
    config.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, 2_000);
    // A broker that has gone silent, with its connection still open, is given up after this.
    config.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
    config.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
    return config;
  }
}
