package dev.orderchain.order.price;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/**
 * Reads a product from the cache, or else from the database, once at a time however many ask for
 * it. Never older than what was committed, and told to the cache, before it was asked for.
 */
@ApplicationScoped
class ReadProduct {
  private final PriceCache cache;
  private final Products products;
  private final ObjectMapper json;
  private final OneAtATime<String, Optional<Content>> reads =
      new OneAtATime<>(Thread.ofVirtual().name("read-product-", 0)::start);
  private final Counter hits;
  private final Counter misses;
  private final Counter databaseReads;

  ReadProduct(PriceCache cache, Products products, ObjectMapper json, MeterRegistry meters) {
    this.cache = cache;
    this.products = products;
    this.json = json;
    hits = meters.counter("prices.read", "from", "cache");
    misses = meters.counter("prices.read", "from", "database");
    databaseReads = meters.counter("prices.database.reads");
  }

  enum From {
    CACHE,
    DATABASE,
    /** And the cache could not be asked. */
    DATABASE_ALONE
  }

  /**
   * @param json the product's
   */
  record Shown(int version, String json, From from) {}

  /** Does not block; fails when the database is needed and cannot be read. */
  Uni<Optional<Shown>> read(String sku) {
    return cache
        .read(sku)
        .flatMap(
            look ->
                switch (look) {
                  case PriceCache.Hit hit -> {
                    hits.increment();
                    yield Uni.createFrom()
                        .item(Optional.of(new Shown(hit.version(), hit.content(), From.CACHE)));
                  }
                  case PriceCache.Miss miss -> fromDatabase(sku, Optional.of(miss.birth()));
                  case PriceCache.Away away -> fromDatabase(sku, Optional.empty());
                });
  }

  private record Content(int version, String json) {}

  private Uni<Optional<Shown>> fromDatabase(String sku, Optional<String> birth) {
    misses.increment();
    From from = birth.isPresent() ? From.DATABASE : From.DATABASE_ALONE;
    return Uni.createFrom()
        .completionStage(
            () -> reads.ask(sku, () -> find(sku), content -> fill(sku, birth, content)))
        .map(found -> found.map(content -> new Shown(content.version(), content.json(), from)));
  }

  private void fill(String sku, Optional<String> birth, Optional<Content> found) {
    if (birth.isPresent() && found.isPresent()) {
      cache.fill(sku, birth.get(), found.get().version(), found.get().json());
    }
  }

  private Optional<Content> find(String sku) {
    databaseReads.increment();
    return QuarkusTransaction.requiringNew()
        .call(() -> products.find(sku))
        .map(product -> new Content(product.version(), product.write(json)));
  }
}
