package dev.orderchain.order.idempotency;

import dev.orderchain.order.database.DatabaseFailure;
import dev.orderchain.order.database.UntilKnown;
import dev.orderchain.order.idempotency.IdempotencyRecords.First;
import dev.orderchain.order.request.PayloadHash;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Brings about a request's effect once, however often and from however many sides it is asked for.
 *
 * <p>Every attempt of one request carries the same identity (tenant, key) and the same id for what
 * it makes, so that a retry needs no memory of what happened before it:
 *
 * <pre>
 * attempt ends with        then
 * commit                   DONE
 * key taken, lock lost     read the winner: this id DONE, same hash DUPLICATE, else CONFLICT;
 *                          no winner (it rolled back): try again
 * connection lost          before the commit was sent: nothing is written, try again
 *                          after: UNKNOWN; try again, since the unique key waits for the first
 *                          attempt's outcome and then either lets this one in or names the winner
 * deadline                 UNKNOWN if a commit was sent, else known to have written nothing
 * </pre>
 *
 * <p>Broken on purpose by the drills {@code duplicate-request}, {@code order-killed-before-commit},
 * {@code order-killed-after-commit} and {@code commit-request-lost}.
 */
@ApplicationScoped
public class Once {
  private static final Logger LOG = Logger.getLogger(Once.class);

  private final IdempotencyRecords records;
  private final UntilKnown untilKnown;
  private final Duration retention;

  Once(IdempotencyRecords records, UntilKnown untilKnown, PurgeIdempotency.Settings settings) {
    this.records = records;
    this.untilKnown = untilKnown;
    this.retention = settings.retention();
  }

  /**
   * A request.
   *
   * @param id of what it makes: drawn once, the same for every attempt
   * @param answer what it is told when it is done, and told again at every replay
   */
  public record Request(
      String tenant, IdempotencyKey key, PayloadHash hash, String id, String answer) {}

  /** How it ended. {@code answer} is the first request's, byte for byte. */
  public sealed interface Outcome<R> {
    /** This request did it. */
    record Done<R>(String answer) implements Outcome<R> {}

    /** An earlier request with this key and this content did it. */
    record Duplicate<R>(String id, String answer) implements Outcome<R> {}

    /** This key belongs to other content. */
    record Conflict<R>() implements Outcome<R> {}

    /** Nothing written, nothing remembered: a retry is judged anew. */
    record Refused<R>(R why) implements Outcome<R> {}

    /** Known to have written nothing: no commit was ever sent to the database. */
    record Unavailable<R>() implements Outcome<R> {}

    /** A commit was sent, its answer was lost, and the database could not be asked in time. */
    record Unknown<R>() implements Outcome<R> {}
  }

  /**
   * Answers within the deadline and the time of one attempt.
   *
   * @param write the effect, in the transaction of the idempotency row; not empty when refused, and
   *     then all of it is rolled back
   */
  public <R> Outcome<R> run(Request request, Duration deadline, Supplier<Optional<R>> write) {
    return untilKnown.run(new Attempt<>(request, write), deadline);
  }

  private final class Attempt<R> implements UntilKnown.Work<Outcome<R>> {
    private final Request request;
    private final Supplier<Optional<R>> write;

    Attempt(Request request, Supplier<Optional<R>> write) {
      this.request = request;
      this.write = write;
    }

    @Override
    public Outcome<R> write() {
      records.insert(request, retention);
      Optional<R> refusal = write.get();
      return refusal.isPresent()
          ? new Outcome.Refused<>(refusal.get())
          : new Outcome.Done<>(request.answer());
    }

    @Override
    public boolean commits(Outcome<R> outcome) {
      return outcome instanceof Outcome.Done;
    }

    @Override
    public Outcome<R> overdue(boolean commitSent) {
      LOG.warnf("%s: no outcome in time, commit sent: %b", request.id(), commitSent);
      return commitSent ? new Outcome.Unknown<>() : new Outcome.Unavailable<>();
    }

    @Override
    public Optional<Outcome<R>> afterFailure(Exception failure, boolean commitSent) {
      return switch (DatabaseFailure.of(failure)) {
        case KEY_TAKEN, LOCK_LOST -> winner();
        case UNREACHABLE -> Optional.empty();
        case OTHER -> {
          // A commit that fails for a reason of its own is as unknown as one whose answer is lost.
          if (commitSent) {
            LOG.warnf(failure, "%s: the commit failed, finding out its outcome", request.id());
            yield Optional.empty();
          }
          throw new IllegalStateException(request.id() + " cannot be written", failure);
        }
      };
    }

    private Optional<Outcome<R>> winner() {
      try {
        return QuarkusTransaction.requiringNew()
            .call(() -> records.find(request.tenant(), request.key()).flatMap(this::judge));
      } catch (RuntimeException e) {
        if (DatabaseFailure.of(e) == DatabaseFailure.OTHER) {
          throw e;
        }
        return Optional.empty();
      }
    }

    private Optional<Outcome<R>> judge(First first) {
      if (first.id().equals(request.id())) {
        return Optional.of(new Outcome.Done<>(first.answer()));
      }
      if (first.expired()) {
        records.forget(first);
        return Optional.empty();
      }
      return Optional.of(
          first.hash().equals(request.hash())
              ? new Outcome.Duplicate<>(first.id(), first.answer())
              : new Outcome.Conflict<>());
    }
  }
}
