package dev.orderchain.order.price;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Products in Redis, behind a floor: no version below the highest that Redis was told to be
 * committed. An entry is served only while its floor is there, and stored only by who was told of
 * that very floor before it read the database:
 *
 * <pre>
 * reader    read → MISS with the floor's birth │ database │ fill with version and birth
 * writer                                       commit │ invalidate: floor = version
 * </pre>
 *
 * <p>Empty, restarted, flushed, evicted: the floor is gone, which is a miss, and a new floor has
 * another birth, so that who read before fills nothing. An older copy: it has another epoch, and
 * its floors are as good as gone. Away or slow: {@link Away}, after the time that {@link Scripts}
 * takes. A call that comes late is refused like any other, so calls need not be taken back.
 *
 * <p>Broken on purpose by the drills {@code cache-reader-paused}, {@code cache-flushed}, {@code
 * cache-redis-restarted} and {@code cache-redis-killed}.
 */
@ApplicationScoped
public class PriceCache {
  private static final Logger LOG = Logger.getLogger(PriceCache.class);
  private static final String EPOCH = "price:epoch";

  private final Scripts scripts;
  private final PriceSettings settings;
  private final MeterRegistry meters;

  PriceCache(Scripts scripts, PriceSettings settings, MeterRegistry meters) {
    this.scripts = scripts;
    this.settings = settings;
    this.meters = meters;
  }

  /** What Redis knows of a product. */
  sealed interface Look {}

  /** Not older than any version that Redis was told of. */
  record Hit(int version, String content) implements Look {}

  /**
   * @param birth for {@link #fill}; of no use to who has read the database before
   */
  record Miss(String birth) implements Look {}

  /** Nothing can be said, and nothing stored. */
  record Away() implements Look {}

  /** Never fails. */
  Uni<Look> read(String sku) {
    if (!settings.cached()) {
      return Uni.createFrom().item(new Away());
    }
    return scripts
        .run(Script.GUARDED_READ, keys(sku), arguments(settings.fillWithin().toMillis()))
        .map(PriceCache::look)
        .onFailure()
        .recoverWithItem(() -> new Away());
  }

  private static Look look(Response answer) {
    if (answer.type() == ResponseType.MULTI) {
      return new Miss(answer.get(0).toString());
    }
    String entry = answer.toString();
    int end = entry.indexOf('|');
    return new Hit(Integer.parseInt(entry, 0, end, 10), entry.substring(end + 1));
  }

  /** Offers what the database had; returns at once and never fails. */
  void fill(String sku, String birth, int version, String content) {
    scripts
        .run(Script.FILL, keys(sku), arguments(birth, version, content, settings.ttl().toMillis()))
        .map(answer -> Fill.of(answer.toInteger()))
        .subscribe()
        .with(fill -> filled(fill, sku, version), failure -> count(Fill.FAILED));
  }

  private enum Fill {
    STORED,
    SAME,
    REFUSED,
    CONFLICT,
    FAILED;

    static Fill of(int answer) {
      return switch (answer) {
        case 2 -> STORED;
        case 1 -> SAME;
        case 0 -> REFUSED;
        case -1 -> CONFLICT;
        default -> throw new IllegalStateException("fill answered " + answer);
      };
    }
  }

  private void filled(Fill fill, String sku, int version) {
    count(fill);
    if (fill == Fill.CONFLICT) {
      LOG.errorf("%s has two contents at version %d; neither is cached", sku, version);
    }
  }

  private void count(Fill fill) {
    meters.counter("prices.fill", "outcome", fill.name().toLowerCase(Locale.ROOT)).increment();
  }

  /** Who tells the cache of a version. */
  public enum By {
    WRITER,
    EVENT
  }

  /**
   * Tells the cache of a committed version. Once it has answered, no earlier one is served.
   *
   * @return false when it may not know of it; never fails
   */
  public Uni<Boolean> invalidate(String sku, int version, By by) {
    return scripts
        .run(Script.INVALIDATE, keys(sku), arguments(version, settings.ttl().toMillis()))
        .map(answer -> true)
        .onFailure()
        .recoverWithItem(false)
        .invoke(done -> count(by, done));
  }

  private void count(By by, boolean done) {
    meters
        .counter(
            "prices.invalidate",
            "by",
            by.name().toLowerCase(Locale.ROOT),
            "outcome",
            done ? "done" : "failed")
        .increment();
  }

  /** Of this Redis, for people; fails when it is away. */
  Uni<String> epoch() {
    return scripts.run(Script.EPOCH, List.of(EPOCH), arguments()).map(Response::toString);
  }

  private static List<String> keys(String sku) {
    return List.of(EPOCH, "price:" + sku + ":floor", "price:" + sku + ":cache");
  }

  private static List<String> arguments(Object... others) {
    String nonce = Long.toHexString(ThreadLocalRandom.current().nextLong());
    return Stream.concat(Stream.of(nonce), Stream.of(others).map(Object::toString)).toList();
  }
}
