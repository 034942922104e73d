package dev.orderchain.notification.inbox;

import dev.orderchain.notification.message.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.jboss.logging.Logger;

/**
 * What the edge of a channel does: one poll's records in, one acknowledgement out.
 *
 * <p>The channel hands out the next batch when the stage of the one before is complete, so batches
 * are taken one at a time and in order. A batch that waits for the database keeps its stage open:
 * the channel then pauses the partitions and goes on polling, so the consumer stays in its group,
 * and holds no more than a few batches in memory. A batch that the stop of the service interrupts
 * never completes: nothing after it is taken or acknowledged.
 *
 * <p>Each batch runs on a virtual thread of its own; a pooled worker would be reported as blocked
 * while the database is away.
 */
public final class Intake {
  private static final Logger LOG = Logger.getLogger(Intake.class);
  private static final Executor THREAD = Thread.ofVirtual().name("order-events-", 0)::start;

  private final ReceiveOrderEvents receiveOrderEvents;
  private final Semaphore turn = new Semaphore(1);

  public Intake(ReceiveOrderEvents receiveOrderEvents) {
    this.receiveOrderEvents = receiveOrderEvents;
  }

  public CompletionStage<Void> take(
      org.eclipse.microprofile.reactive.messaging.Message<ConsumerRecords<byte[], byte[]>> batch) {
    return CompletableFuture.supplyAsync(() -> receive(batch.getPayload()), THREAD)
        .thenCompose(all -> all ? batch.ack() : new CompletableFuture<>());
  }

  private boolean receive(ConsumerRecords<byte[], byte[]> records) {
    turn.acquireUninterruptibly();
    try {
      return receiveOrderEvents.receive(messages(records));
    } finally {
      turn.release();
    }
  }

  /** Waits for the batch in hand, so that what it has committed is acknowledged too. */
  public void stop(Duration within) throws InterruptedException {
    if (!turn.tryAcquire(within.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warnf("the batch in hand is not through after %s; it will be delivered again", within);
    }
  }

  private static List<Message> messages(ConsumerRecords<byte[], byte[]> records) {
    List<Message> messages = new ArrayList<>(records.count());
    for (ConsumerRecord<byte[], byte[]> record : records) {
      List<Message.Header> headers = new ArrayList<>();
      record.headers().forEach(h -> headers.add(new Message.Header(h.key(), h.value())));
      messages.add(
          new Message(
              record.topic(),
              record.partition(),
              record.offset(),
              record.key(),
              record.value(),
              headers));
    }
    return messages;
  }
}
