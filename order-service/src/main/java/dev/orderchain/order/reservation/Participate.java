package dev.orderchain.order.reservation;

import dev.orderchain.order.database.DatabaseFailure;
import dev.orderchain.order.database.UntilKnown;
import dev.orderchain.order.request.OrderRequest;
import io.smallrye.config.ConfigMapping;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
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

  private final Reservations reservations;
  private final UntilKnown untilKnown;
  private final Settings settings;

  Participate(Reservations reservations, UntilKnown untilKnown, Settings settings) {
    this.reservations = reservations;
    this.untilKnown = untilKnown;
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

  private Participation untilKnown(ReservationId id, Supplier<Ruling> call) {
    return untilKnown.run(new OneCall(id, call), settings.answerWithin());
  }

  private final class OneCall implements UntilKnown.Work<Participation> {
    private final ReservationId id;
    private final Supplier<Ruling> call;

    OneCall(ReservationId id, Supplier<Ruling> call) {
      this.id = id;
      this.call = call;
    }

    @Override
    public Participation write() {
      return switch (call.get()) {
        case Ruling.Change c -> new Participation.Done(row());
        case Ruling.Unchanged u -> new Participation.DoneBefore(row());
        case Ruling.Refused refused -> new Participation.Refused(refused.why());
      };
    }

    private Reservation row() {
      return reservations.find(id).orElseThrow();
    }

    @Override
    public boolean commits(Participation outcome) {
      return outcome instanceof Participation.Done;
    }

    @Override
    public Optional<Participation> afterFailure(Exception failure, boolean commitSent) {
      if (DatabaseFailure.of(failure).allowsAnotherTry(commitSent)) {
        LOG.debugf(failure, "%s: trying again, commit sent: %b", id, commitSent);
        return Optional.empty();
      }
      throw new IllegalStateException(id + " cannot be judged", failure);
    }

    @Override
    public Participation overdue(boolean commitSent) {
      LOG.warnf("%s: no outcome in time, commit sent: %b", id, commitSent);
      return commitSent ? new Participation.OutcomeUnknown() : new Participation.Unavailable();
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
