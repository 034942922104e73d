package dev.orderchain.payment.ledger;

import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The ledger has one connection, and whoever wants it waits here for a turn. Waiting in the
 * connection pool is not the same: with one connection and a dozen that want it, it now and then
 * misses that it was given back, and everybody stands still until something else happens.
 */
@ApplicationScoped
public class Turns {
  private final ReentrantLock turn = new ReentrantLock(true);

  /** A transaction, when it is its turn; rolled back when it throws. */
  public <T> T take(Callable<T> work) {
    turn.lock();
    try {
      return QuarkusTransaction.requiringNew().call(work);
    } finally {
      turn.unlock();
    }
  }
}
