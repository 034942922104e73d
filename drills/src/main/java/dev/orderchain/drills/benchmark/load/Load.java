package dev.orderchain.drills.benchmark.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Workers that repeat their work as fast as they can, each on a thread and connection of its own.
 */
public final class Load implements AutoCloseable {
  private final List<Worker> workers = new ArrayList<>();

  /** Opens the workers' connections; they stay open from run to run. */
  public Load(int count, Callable<Worker> opening) throws Exception {
    for (int i = 0; i < count; i++) workers.add(opening.call());
  }

  /** One unit of work at a time; throws when it was not done. */
  public interface Worker extends AutoCloseable {
    void work() throws Exception;
  }

  /** How many units were done, in what time. */
  public record Done(long units, double seconds) {
    public double perSecond() {
      return units / seconds;
    }
  }

  /** Runs for a while. A unit that fails ends the run with its exception. */
  public Done run(Duration span) throws Exception {
    long start = System.nanoTime();
    long end = start + span.toNanos();
    try (ExecutorService threads = Executors.newFixedThreadPool(workers.size())) {
      List<Future<Long>> counts =
          workers.stream().map(worker -> threads.submit(() -> repeat(worker, end))).toList();
      long units = 0;
      for (Future<Long> count : counts) units += get(count);
      return new Done(units, (System.nanoTime() - start) / 1e9);
    }
  }

  private static long repeat(Worker worker, long end) throws Exception {
    long units = 0;
    for (; System.nanoTime() < end; units++) worker.work();
    return units;
  }

  private static long get(Future<Long> count) throws Exception {
    try {
      return count.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  @Override
  public void close() throws Exception {
    for (Worker worker : workers) worker.close();
  }
}
