package dev.orderchain.notification.inbox;

import dev.orderchain.notification.database.DatabaseFault;
import dev.orderchain.notification.message.Message;
import dev.orderchain.notification.message.ReadMessage;
import dev.orderchain.notification.message.Reading;
import dev.orderchain.notification.parked.ParkedMessages;
import io.quarkus.narayana.jta.QuarkusTransaction;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * Brings messages into the database, for one consumer: inbox row and effect of each event in one
 * transaction, or the message among the parked ones. When {@link #receive} says true, every message
 * that concerns the consumer is in the one or the other place, and only then may the offset be
 * committed.
 *
 * <p>All of a batch in one transaction first. If that fails:
 *
 * <ul>
 *   <li>an event was received before (the inbox's primary key says so): what the inbox has is read,
 *       duplicates and conflicts are told by the payload hash, and the rest is written;
 *   <li>the database refuses a value: one transaction a message, in the batch's order, so that the
 *       bad one neither blocks nor loses its neighbours, and is parked;
 *   <li>anything else, an unknown outcome of the commit included: wait, and do the same again. The
 *       inbox knows whether it is the first time.
 * </ul>
 *
 * <p>If we die here, the offset was not committed, and whoever gets the partition receives the same
 * messages again. Messages of one order come in one partition and are written in its order; a
 * transaction begins only after the one before it was committed.
 *
 * <p>Broken on purpose by the drills {@code consumer-killed-before-commit}, {@code
 * consumer-killed-before-offset}, {@code consumer-frozen} and {@code notification-db-killed}.
 */
public final class ReceiveOrderEvents {
  private static final Logger LOG = Logger.getLogger(ReceiveOrderEvents.class);

  /** Other consumers can be first with rows that were not there at the last look; not for long. */
  private static final int MOST_LOOKS = 3;

  private final Effect effect;
  private final Inbox inbox;
  private final ParkedMessages parkedMessages;
  private final ReceiveMeters meters;
  private final BackOff backOff;

  ReceiveOrderEvents(
      Effect effect,
      Inbox inbox,
      ParkedMessages parkedMessages,
      ReceiveMeters meters,
      BackOff backOff) {
    this.effect = effect;
    this.inbox = inbox;
    this.parkedMessages = parkedMessages;
    this.meters = meters;
    this.backOff = backOff;
  }

  /**
   * Returns when the messages are in the database, however long it is away.
   *
   * @return false when the service began to stop before that
   */
  public boolean receive(List<Message> messages) {
    List<Reading> batch =
        messages.stream().filter(effect::concerns).map(ReadMessage::read).toList();
    if (batch.isEmpty()) {
      return true;
    }
    meters.batch();
    return bringIn(batch);
  }

  private boolean bringIn(List<Reading> batch) {
    int looks = 0;
    int tries = 0;
    while (backOff.mayTry()) {
      switch (attempt(batch, looks > 0)) {
        case Attempt.Committed committed -> {
          report(committed.sorted());
          return true;
        }
        case Attempt.Failed failed -> {
          if (failed.fault() == DatabaseFault.ALREADY_THERE && looks < MOST_LOOKS) {
            looks++;
          } else if (failed.fault() != DatabaseFault.AWAY && canBeNarrowed(batch)) {
            return narrow(batch, failed.why());
          } else if (!waitBefore(++tries + 1, batch, failed.why())) {
            return false;
          }
        }
      }
    }
    return false;
  }

  private void report(Sorted sorted) {
    meters.count(sorted);
    sorted.parked().forEach(p -> LOG.warnf("parked %s: %s", p.message(), p.reason()));
  }

  /** A batch to its messages, a refused event to a message that is parked. */
  private static boolean canBeNarrowed(List<Reading> batch) {
    return batch.size() > 1 || batch.getFirst() instanceof Reading.OfEvent;
  }

  private boolean narrow(List<Reading> batch, String why) {
    if (batch.size() == 1) {
      Message message = batch.getFirst().message();
      String reason = ReadMessage.reason("the database refuses it: " + why);
      return bringIn(List.of(new Reading.Unreadable(message, reason)));
    }
    meters.fallback();
    LOG.infof("a batch of %d is taken one by one: %s", batch.size(), why);
    for (Reading one : batch) {
      if (!bringIn(List.of(one))) {
        return false;
      }
    }
    return true;
  }

  private boolean waitBefore(int next, List<Reading> batch, String why) {
    meters.retry();
    LOG.warnf(
        "cannot write %d messages from %s on, try %d in %d ms: %s",
        batch.size(), batch.getFirst().message(), next, backOff.before(next).toMillis(), why);
    return backOff.waitBefore(next);
  }

  private sealed interface Attempt {
    record Committed(Sorted sorted) implements Attempt {}

    record Failed(DatabaseFault fault, String why) implements Attempt {}
  }

  private Attempt attempt(List<Reading> batch, boolean look) {
    try {
      return new Attempt.Committed(
          QuarkusTransaction.requiringNew().call(() -> write(batch, look)));
    } catch (WriteFailed e) {
      return new Attempt.Failed(e.fault, e.getMessage());
    } catch (RuntimeException e) {
      // Not a statement but the transaction's begin or end: it may have been committed.
      return new Attempt.Failed(DatabaseFault.AWAY, e.toString());
    }
  }

  private Sorted write(List<Reading> batch, boolean look) {
    try {
      Sorted sorted = Sorted.of(batch, look ? known(batch) : Map.of());
      if (!sorted.firsts().isEmpty()) {
        inbox.insert(effect.consumerName(), sorted.firsts());
        effect.take(sorted.firsts());
      }
      for (Sorted.Parked parked : sorted.parked()) {
        parkedMessages.park(parked.message(), parked.reason());
      }
      return sorted;
    } catch (SQLException e) {
      throw new WriteFailed(DatabaseFault.of(e), DatabaseFault.say(e), e);
    } catch (RuntimeException e) {
      throw new WriteFailed(DatabaseFault.REFUSED, e.toString(), e);
    }
  }

  private Map<String, byte[]> known(List<Reading> batch) throws SQLException {
    return inbox.payloadHashes(effect.consumerName(), Sorted.eventIds(batch));
  }

  /** A statement failed: rolls back, and is told apart from what fails after the last statement. */
  private static final class WriteFailed extends RuntimeException {
    private final DatabaseFault fault;

    WriteFailed(DatabaseFault fault, String why, Exception cause) {
      super(why, cause);
      this.fault = fault;
    }
  }
}
