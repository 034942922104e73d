package dev.orderchain.order.database;

import dev.orderchain.order.deadline.Backoff;
import dev.orderchain.order.deadline.Budget;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes a transaction again until its outcome is known, or its time is over. Every attempt of one
 * work has to carry the same identity, so that a retry needs no memory of what happened before it.
 *
 * <p>Broken on purpose by the drills {@code commit-response-lost} and {@code commit-request-lost}.
 */
@ApplicationScoped
public class UntilKnown {
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(5), Duration.ofMillis(500));

  private final TransactionManager transactions;

  UntilKnown(TransactionManager transactions) {
    this.transactions = transactions;
  }

  /** What is to be written, and what can be learned when it does not commit. */
  public interface Work<T> {
    /** Inside the transaction. */
    T write();

    /** Whether that is to be committed; it is rolled back otherwise. */
    boolean commits(T outcome);

    /**
     * An attempt failed. Empty: nothing known yet, try again.
     *
     * @param commitSent whether this attempt got as far as its commit, so that it may be there
     */
    Optional<T> afterFailure(Exception failure, boolean commitSent);

    /**
     * The time is over with nothing known.
     *
     * @param commitSent false when no attempt got as far: then it is known that nothing is written
     */
    T overdue(boolean commitSent);
  }

  /** Answers within the deadline and the time of one attempt. */
  public <T> T run(Work<T> work, Duration deadline) {
    Budget budget = Budget.of(deadline);
    boolean commitSent = false;
    for (int number = 1; ; number++) {
      Attempt<T> attempt = new Attempt<>(work);
      Optional<T> outcome = attempt.run();
      if (outcome.isPresent()) {
        return outcome.get();
      }
      commitSent |= attempt.commitSent;
      Duration wait = BACKOFF.before(number + 1);
      // How long an attempt takes is not known; it may end after the deadline, but not begin.
      if (!budget.fits(wait, Duration.ZERO)) {
        return work.overdue(commitSent);
      }
      LockSupport.parkNanos(wait.toNanos());
    }
  }

  private final class Attempt<T> {
    private final Work<T> work;
    private boolean commitSent;

    Attempt(Work<T> work) {
      this.work = work;
    }

    Optional<T> run() {
      try {
        return Optional.of(inTransaction());
      } catch (Exception e) {
        return work.afterFailure(e, commitSent);
      }
    }

    /** By hand, because only this line knows on which side of the commit a failure lies. */
    private T inTransaction() throws Exception {
      transactions.begin();
      try {
        T outcome = work.write();
        if (work.commits(outcome)) {
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
}
