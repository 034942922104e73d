package dev.orderchain.drills.benchmark.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Orders that go out on a fixed schedule, whatever becomes of the ones before them; each waits for
 * its answer on one of several connections.
 */
public final class OpenLoop implements AutoCloseable {
  private final BlockingQueue<Placing> idle = new LinkedBlockingQueue<>();
  private final List<Exception> failures = Collections.synchronizedList(new ArrayList<>());

  public OpenLoop(int connections, Callable<Placing> opening) throws Exception {
    for (int i = 0; i < connections; i++) idle.add(opening.call());
  }

  /** An order was answered; both times are of {@link System#nanoTime}. */
  public interface Answered {
    void order(String orderId, long due, long answered);
  }

  /** Begins; the thread ends when every order was answered, or has failed. */
  public Thread start(long orders, Duration every, Answered answered) {
    return Thread.ofPlatform()
        .start(
            () -> {
              List<Thread> threads = new ArrayList<>();
              long next = System.nanoTime();
              for (long i = 0; i < orders; i++, next += every.toNanos()) {
                LockSupport.parkNanos(next - System.nanoTime());
                long due = next;
                threads.add(Thread.ofVirtual().start(() -> place(due, answered)));
              }
              for (Thread thread : threads) joinUninterruptibly(thread);
            });
  }

  private void place(long due, Answered answered) {
    try {
      Placing placing = idle.take();
      String orderId = placing.place();
      answered.order(orderId, due, System.nanoTime());
      idle.add(placing);
    } catch (Exception e) {
      failures.add(e);
    }
  }

  private static void joinUninterruptibly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Throws the first failure there was. */
  public void requireNoFailure() {
    if (!failures.isEmpty()) throw new IllegalStateException(failures.getFirst());
  }

  @Override
  public void close() throws IOException {
    for (Placing placing : idle) placing.close();
  }
}
