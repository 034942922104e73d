package dev.orderchain.order.price;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.orderchain.order.request.StrictJson;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Tells the cache of every change once more, for certain: a record is acknowledged when Redis has
 * answered, however long it is away. Invalidating is the same any number of times and in any order,
 * so no inbox is needed. A record that cannot be read is put, as it is, on the topic of the parked.
 */
@ApplicationScoped
class PriceEvents {
  private static final Duration FIRST_WAIT = Duration.ofMillis(50);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final PriceCache cache;

  PriceEvents(PriceCache cache) {
    this.cache = cache;
  }

  @Incoming("product-events")
  Uni<Void> take(ConsumerRecord<byte[], byte[]> record) {
    PriceChanged changed = read(record);
    return cache
        .invalidate(changed.sku(), changed.version(), PriceCache.By.EVENT)
        .map(
            done -> {
              if (!done) {
                throw new NotYet();
              }
              return done;
            })
        .onFailure(NotYet.class)
        .retry()
        .withBackOff(FIRST_WAIT, LONGEST_WAIT)
        .indefinitely()
        .replaceWithVoid();
  }

  private record PriceChanged(String sku, int version) {}

  private static PriceChanged read(ConsumerRecord<byte[], byte[]> record) {
    Header type = record.headers().lastHeader("ce_type");
    require(
        type != null && new String(type.value(), StandardCharsets.UTF_8).equals("PriceChanged"),
        "ce_type is not PriceChanged");
    require(record.value() != null, "there is no value");
    try {
      JsonNode content = StrictJson.tree(StrictJson.text(record.value()));
      JsonNode sku = content.path("sku");
      JsonNode version = content.path("version");
      require(sku.isTextual() && Product.canBeSku(sku.textValue()), "sku is not one");
      require(version.isInt() && version.intValue() >= 1, "version is not one");
      return new PriceChanged(sku.textValue(), version.intValue());
    } catch (CharacterCodingException | JsonProcessingException e) {
      throw new Unreadable("the value is not JSON: " + e.getMessage());
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new Unreadable(otherwise);
    }
  }

  /** Its message becomes the reason that is parked with the record. */
  static final class Unreadable extends RuntimeException {
    Unreadable(String reason) {
      super(reason, null, false, false);
    }
  }

  private static final class NotYet extends RuntimeException {
    NotYet() {
      super("the cache was not told", null, false, false);
    }
  }
}
