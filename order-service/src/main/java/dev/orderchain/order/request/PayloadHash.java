package dev.orderchain.order.request;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * SHA-256 over the canonical form (RFC 8785) of a JSON text: member order, white space, the
 * spelling of numbers and escapes do not change it; other text does. Same identity, same content?
 */
public record PayloadHash(String hex) {

  /**
   * @throws IllegalArgumentException when the text is not JSON, which callers have ruled out
   */
  public static PayloadHash ofJson(String json) {
    try {
      byte[] canonical = new JsonCanonicalizer(json).getEncodedUTF8();
      return of(MessageDigest.getInstance("SHA-256").digest(canonical));
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON", e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  public static PayloadHash of(byte[] bytes) {
    return new PayloadHash(HexFormat.of().formatHex(bytes));
  }

  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }
}
