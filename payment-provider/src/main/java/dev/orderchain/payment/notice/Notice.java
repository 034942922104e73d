package dev.orderchain.payment.notice;

import java.time.Instant;

/**
 * What is posted to the merchant when a payment came late.
 *
 * @param noticeId the same at every attempt
 * @param body what is signed and sent, byte for byte the same at every attempt
 * @param attempts made so far
 */
record Notice(String noticeId, String body, int attempts) {
  /** After about a quarter of an hour. */
  private static final int MOST_ATTEMPTS = 20;

  private static final int LONGEST_WAIT_SECONDS = 60;

  /** When to try again after a failed attempt at this time; null: never. */
  Instant retryAfter(Instant failed) {
    return attempts + 1 >= MOST_ATTEMPTS
        ? null
        : failed.plusSeconds(Math.min(1L << attempts, LONGEST_WAIT_SECONDS));
  }
}
