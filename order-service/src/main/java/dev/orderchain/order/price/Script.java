package dev.orderchain.order.price;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A script that Redis runs as one step; the file of its name says what it takes and returns. */
enum Script {
  EPOCH,
  GUARDED_READ,
  FILL,
  INVALIDATE;

  private final String source = text("common") + text(name().toLowerCase(java.util.Locale.ROOT));
  private final String digest = sha1(source);

  String source() {
    return source;
  }

  /** By which Redis knows it, once it was run there. */
  String digest() {
    return digest;
  }

  private static String text(String name) {
    try (InputStream file = Script.class.getResourceAsStream(name + ".lua")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
