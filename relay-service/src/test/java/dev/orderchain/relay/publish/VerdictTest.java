package dev.orderchain.relay.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class VerdictTest {
  @Test
  void noFailureIsAcknowledged() {
    assertEquals(new Verdict.Acknowledged(), Verdict.of(null));
  }

  /** An outage must not park what it happens to hit. */
  @Test
  void outageIsNeverHeldAgainstTheRecord() {
    for (Exception outage :
        List.of(
            new TimeoutException("x"),
            new NetworkException("x"),
            new NotEnoughReplicasException("x"),
            new UnknownTopicOrPartitionException("x"),
            new TopicAuthorizationException("x"),
            new KafkaException("producer closed"),
            new IllegalStateException("producer closed"))) {
      Verdict verdict = Verdict.of(outage);
      assertTrue(assertInstanceOf(Verdict.NotSent.class, verdict).brokerAway(), outage.toString());
    }
  }

  @Test
  void refusedRecordMayGoBetterNextTime() {
    assertInstanceOf(Verdict.Failed.class, Verdict.of(new InvalidRecordException("x")));
    assertInstanceOf(Verdict.Failed.class, Verdict.of(new InvalidTimestampException("x")));
  }

  @Test
  void tooLargeIsHopeless() {
    assertInstanceOf(Verdict.Hopeless.class, Verdict.of(new RecordTooLargeException("x")));
  }
}
