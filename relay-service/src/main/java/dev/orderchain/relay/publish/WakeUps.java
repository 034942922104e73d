package dev.orderchain.relay.publish;

import io.quarkus.redis.datasource.ReactiveRedisDataSource;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.subscription.Cancellable;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import org.jboss.logging.Logger;

/**
 * Listens on Redis for "there is something to claim". The message carries no data and decides
 * nothing: while Redis is empty, slow or gone events wait for the next poll, and this subscribes
 * again until it succeeds.
 */
@ApplicationScoped
class WakeUps {
  private static final Logger LOG = Logger.getLogger(WakeUps.class);
  private static final String CHANNEL = "outbox:wake";
  private static final Duration FIRST_WAIT = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private final ReactiveRedisDataSource redis;
  private final RelayLoop loop;
  private Cancellable subscription;

  WakeUps(ReactiveRedisDataSource redis, RelayLoop loop) {
    this.redis = redis;
    this.loop = loop;
  }

  void start(@Observes StartupEvent event) {
    subscription =
        redis
            .pubsub(String.class)
            .subscribe(CHANNEL)
            // A connection that ends completes the stream; to us that is a failure like others.
            .onCompletion()
            .failWith(() -> new IllegalStateException("the connection to Redis ended"))
            .onFailure()
            .invoke(e -> LOG.debugf("no wake-ups: %s", e.getMessage()))
            .onFailure()
            .retry()
            .withBackOff(FIRST_WAIT, LONGEST_WAIT)
            .indefinitely()
            .subscribe()
            .with(message -> loop.wake(), e -> LOG.warn("no wake-ups any more", e));
  }

  /** Before the Redis client is closed, which would look like one more lost connection. */
  void stop(@Observes ShutdownEvent event) {
    subscription.cancel();
  }
}
