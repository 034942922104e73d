package dev.orderchain.order.notice;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.orderchain.order.request.StrictJson;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/**
 * What the provider tells us.
 *
 * @param body a JSON object, as it came
 */
record Notice(String noticeId, String paymentKey, String body) {
  /** Empty when it is not one; members that we do not know are let pass. */
  static Optional<Notice> parse(byte[] body) {
    try {
      String text = StrictJson.text(body);
      JsonNode json = StrictJson.tree(text);
      String noticeId = json.path("noticeId").asText();
      String paymentKey = json.path("paymentKey").asText();
      return noticeId.matches("[\\x21-\\x7E]{1,64}") && paymentKey.matches("[\\x21-\\x7E]{1,128}")
          ? Optional.of(new Notice(noticeId, paymentKey, text))
          : Optional.empty();
    } catch (CharacterCodingException | JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
