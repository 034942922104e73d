package dev.orderchain.order.outbox;

import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.quarkus.redis.datasource.pubsub.ReactivePubSubCommands;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells the relays over Redis that there is something to claim. The message carries no data and
 * decides nothing: when Redis is gone or slow, or the message is lost, the next poll finds the row.
 *
 * <p>One publish is under way at a time; commits that happen meanwhile share the next one, so that
 * neither a busy service nor a silent Redis piles up messages.
 */
@ApplicationScoped
public class WakeRelay {
  static final String CHANNEL = "outbox:wake";

  private final ReactivePubSubCommands<String> redis;
  private final AtomicInteger asked = new AtomicInteger();

  WakeRelay(ReactiveRedisDataSource redis) {
    this.redis = redis.pubsub(String.class);
  }

  /** Returns at once and never fails. Call it after the commit. */
  public void wake() {
    if (asked.getAndIncrement() == 0) {
      publish();
    }
  }

  private void publish() {
    int answered = asked.get();
    redis
        .publish(CHANNEL, "")
        .onTermination()
        .invoke(() -> next(answered))
        .subscribe()
        .with(ok -> {}, failure -> {});
  }

  private void next(int answered) {
    if (asked.addAndGet(-answered) > 0) {
      publish();
    }
  }
}
