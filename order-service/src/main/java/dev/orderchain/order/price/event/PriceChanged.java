package dev.orderchain.order.price.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.orderchain.order.price.Product;
import dev.orderchain.order.request.StrictJson;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** What the cache needs to know of a record of {@code product-events}. */
record PriceChanged(String sku, int version) {
  /**
   * @throws Unreadable when it is anything else
   */
  static PriceChanged read(ConsumerRecord<byte[], byte[]> record) throws Unreadable {
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

  private static void require(boolean holds, String otherwise) throws Unreadable {
    if (!holds) {
      throw new Unreadable(otherwise);
    }
  }

  /** Its message says why. */
  static final class Unreadable extends Exception {
    Unreadable(String why) {
      super(why, null, false, false);
    }
  }
}
