package dev.orderchain.relay.publish;

import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;

/** What became of one record that was to be sent. */
sealed interface Verdict {
  /** Kafka has it. */
  record Acknowledged() implements Verdict {}

  /**
   * Not sent as far as we know, for a reason that is not the record's: the broker is away, the
   * relay stops, the lease is over, an earlier event of the aggregate failed. It may still have
   * arrived; sending it again is what at-least-once means.
   */
  record NotSent(String reason, boolean brokerAway) implements Verdict {}

  /** The record was refused; it may go better next time. */
  record Failed(String reason) implements Verdict {}

  /** The record can never be sent. */
  record Hopeless(String reason) implements Verdict {}

  /**
   * Judges the producer's answer. What concerns the whole connection (time-out, missing permission)
   * is never held against a record: an outage must not park what it happened to hit.
   */
  static Verdict of(Exception failure) {
    return switch (failure) {
      case null -> new Acknowledged();
      case RecordTooLargeException e -> new Hopeless(reason(e));
      case RecordBatchTooLargeException e -> new Hopeless(reason(e));
      case SerializationException e -> new Hopeless(reason(e));
      case RetriableException e -> new NotSent(reason(e), true);
      case AuthorizationException e -> new NotSent(reason(e), true);
      case AuthenticationException e -> new NotSent(reason(e), true);
      case InterruptException e -> new NotSent(reason(e), false);
      case ApiException e -> new Failed(reason(e));
      // The producer itself is broken or closed; nothing was said about the record.
      default -> new NotSent(reason(failure), true);
    };
  }

  private static String reason(Exception failure) {
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }
}
