package dev.orderchain.order.request;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Reads a body: valid UTF-8, one JSON document, every member once. */
public final class StrictJson {
  private static final JsonMapper TREES =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private static final JsonMapper RECORDS =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .build();

  private StrictJson() {}

  /**
   * The bytes as text.
   *
   * @throws CharacterCodingException when they are not UTF-8
   */
  public static String text(byte[] body) throws CharacterCodingException {
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
  }

  /**
   * For whoever looks at each member; numbers are exact.
   *
   * @throws JsonProcessingException when it is not JSON as above
   */
  public static JsonNode tree(String json) throws JsonProcessingException {
    return TREES.readTree(json);
  }

  /**
   * Into a record: each member in its own type, and no others. Empty when the body is anything
   * else, or null.
   */
  public static <T extends Record> Optional<T> read(byte[] body, Class<T> type) {
    try {
      return Optional.ofNullable(RECORDS.readValue(body, type));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
