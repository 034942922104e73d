package dev.orderchain.notification.coupon;

import java.security.SecureRandom;

/** Codes that can be read out and cannot be guessed: 80 random bits in Crockford's base 32. */
final class CouponCode {
  /** Without I, L, O and U: none looks like another one, and no code is a word. */
  private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  private static final int GROUPS = 4;
  private static final int GROUP = 4;
  private static final SecureRandom RANDOM = new SecureRandom();

  private CouponCode() {}

  static String random() {
    StringBuilder code = new StringBuilder(GROUPS * (GROUP + 1));
    for (int i = 0; i < GROUPS * GROUP; i++) {
      if (i > 0 && i % GROUP == 0) {
        code.append('-');
      }
      code.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
    }
    return code.toString();
  }
}
