package dev.orderchain.order.price;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets many who want the same thing share its reading, one at a time for each key. Whoever comes
 * while one is under way shares the next, never that one: what it has seen may be older than what
 * the newcomer has been told of.
 *
 * <pre>
 *            A asks          B, C ask         D asks
 * A's read   ├───────────────────────┤
 * B's read                           ├──── for B, C and D ────┤
 * </pre>
 */
final class OneAtATime<K, V> {
  private final ConcurrentHashMap<K, Lane<V>> lanes = new ConcurrentHashMap<>();
  private final Executor executor;

  OneAtATime(Executor executor) {
    this.executor = executor;
  }

  /**
   * A read that begins after this call, the caller's own or that of somebody who came before.
   *
   * @param read how, if it is to be the caller's own
   * @param then is given what the caller's own has read, after whoever waited for it
   */
  CompletionStage<V> ask(K key, Supplier<V> read, Consumer<V> then) {
    Turn<V> own = new Turn<>(read, then, new CompletableFuture<>());
    Lane<V> lane =
        lanes.compute(key, (k, busy) -> busy == null ? new Lane<>(own, null) : busy.with(own));
    if (lane.running() == own) {
      executor.execute(() -> take(key, own));
      return own.outcome().copy();
    }
    return lane.next().outcome().copy();
  }

  private void take(K key, Turn<V> turn) {
    Optional<V> outcome = turn.take();
    Lane<V> left = lanes.compute(key, (k, lane) -> lane.next() == null ? null : lane.movedUp());
    if (left != null) {
      executor.execute(() -> take(key, left.running()));
    }
    outcome.ifPresent(turn.then());
  }

  private record Turn<V>(Supplier<V> read, Consumer<V> then, CompletableFuture<V> outcome) {
    /** Empty when it failed. */
    Optional<V> take() {
      try {
        V value = read.get();
        outcome.complete(value);
        return Optional.of(value);
      } catch (RuntimeException | Error e) {
        outcome.completeExceptionally(e);
        return Optional.empty();
      }
    }
  }

  /**
   * @param next null when nobody waits
   */
  private record Lane<V>(Turn<V> running, Turn<V> next) {
    Lane<V> with(Turn<V> newcomer) {
      return next == null ? new Lane<>(running, newcomer) : this;
    }

    Lane<V> movedUp() {
      return new Lane<>(next, null);
    }
  }
}
