package dev.orderchain.order.reservation;

import dev.orderchain.order.database.DatabaseFailure;
import dev.orderchain.order.request.OrderRequest;
import io.smallrye.config.ConfigMapping;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jboss.logging.Logger;

/**
 * The three calls of a coordinator that has a transaction of its own elsewhere: try, confirm and
 * cancel, each in one transaction here. They can be repeated, so an attempt whose end is not known,
 * or that lost a lock, is simply made again until the deadline:
 *
 * <pre>
 * attempt ends with        then
 * commit, or a refusal     that is the answer
 * lock lost                rolled back: try again
 * connection lost          before the commit was sent: nothing is written, try again
 *                          after: UNKNOWN; try again, which waits at the primary key for the first
 *                          attempt's end and finds it done before, or does it
 * deadline                 UNKNOWN if a commit was sent, else known to have written nothing
 * </pre>
 */
@ApplicationScoped
class Participate {
  private static final Logger LOG = Logger.getLogger(Participate.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(5);
  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  private final Reservations reservations;
  private final TransactionManager transactions;
  private final Settings settings;

  Participate(Reservations reservations, TransactionManager transactions, Settings settings) {
    this.reservations = reservations;
    this.transactions = transactions;
    this.settings = settings;
  }

  /** Try. */
  Participation reserve(ReservationId id, OrderRequest request) {
    return untilKnown(id, () -> reservations.reserve(id, request, settings.decideWithin()));
  }

  Participation confirm(ReservationId id) {
    return untilKnown(id, () -> reservations.confirm(id));
  }

  Participation cancel(ReservationId id) {
    return untilKnown(id, () -> reservations.cancel(id));
  }

  private Participation untilKnown(ReservationId id, Supplier<Participation> call) {
    long start = System.nanoTime();
    boolean commitSent = false;
    Duration wait = FIRST_WAIT;
    while (true) {
      Attempt attempt = new Attempt(id, call);
      Optional<Participation> outcome = attempt.run();
      if (outcome.isPresent()) {
        return outcome.get();
      }
      commitSent |= attempt.commitSent;
      if (System.nanoTime() - start + wait.toNanos() > settings.answerWithin().toNanos()) {
        LOG.warnf("%s: no outcome in time, commit sent: %b", id, commitSent);
        return commitSent ? new Participation.OutcomeUnknown() : new Participation.Unavailable();
      }
      LockSupport.parkNanos(wait.toNanos());
      wait = wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
    }
  }

  /** One transaction, and what can be learned when it does not commit. */
  private final class Attempt {
    private final ReservationId id;
    private final Supplier<Participation> call;
    private boolean commitSent;

    Attempt(ReservationId id, Supplier<Participation> call) {
      this.id = id;
      this.call = call;
    }

    /** Empty: nothing known yet, try again. */
    Optional<Participation> run() {
      try {
        return Optional.of(inTransaction());
      } catch (Exception e) {
        boolean again =
            switch (DatabaseFailure.of(e)) {
              case LOCK_LOST, UNREACHABLE -> true;
              case KEY_TAKEN, OTHER -> commitSent;
            };
        if (again) {
          LOG.debugf(e, "%s: trying again, commit sent: %b", id, commitSent);
          return Optional.empty();
        }
        throw new IllegalStateException(id + " cannot be judged", e);
      }
    }

    /** By hand, because only this line knows on which side of the commit a failure lies. */
    private Participation inTransaction() throws Exception {
      transactions.begin();
      try {
        Participation outcome = call.get();
        if (outcome instanceof Participation.Done) {
          commitSent = true;
          transactions.commit();
        }
        return outcome;
      } finally {
        if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
          transactions.rollback();
        }
      }
    }
  }

  /** Checked at start. */
  @ConfigMapping(prefix = "order.reservation")
  interface Settings {
    /** How long a call may look for its own outcome. */
    @DurationMin(millis = 100)
    @DurationMax(minutes = 5)
    Duration answerWithin();

    /** How long a coordinator has from its Try to its decision. */
    @DurationMin(seconds = 1)
    @DurationMax(days = 1)
    Duration decideWithin();
  }
}
