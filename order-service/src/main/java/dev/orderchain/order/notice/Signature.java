package dev.orderchain.order.notice;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** {@code Provider-Signature}: HMAC-SHA256 of the body with a secret that both sides know. */
final class Signature {
  static final String HEADER = "Provider-Signature";

  private Signature() {}

  /** Takes the same time wherever they differ. */
  static boolean isOf(byte[] body, String secret, String header) {
    return header != null
        && MessageDigest.isEqual(of(body, secret).getBytes(UTF_8), header.getBytes(UTF_8));
  }

  static String of(byte[] body, String secret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
      return "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HMAC-SHA256", e);
    }
  }
}
