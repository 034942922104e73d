package dev.orderchain.drills.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All attempts of some traffic, in the order of their answers. Many may write it at once. */
public final class History {
  private final List<Attempt> attempts = new ArrayList<>();

  public synchronized void add(Attempt attempt) {
    attempts.add(attempt);
  }

  /** What is recorded so far. */
  public synchronized List<Attempt> attempts() {
    return List.copyOf(attempts);
  }

  /** The ids of the orders that were acknowledged. */
  public Set<String> acknowledged() {
    return attempts().stream()
        .map(Attempt::answer)
        .filter(Answer.Placed.class::isInstance)
        .map(answer -> ((Answer.Placed) answer).orderId())
        .collect(Collectors.toSet());
  }

  /** How many attempts ended without their outcome being known. */
  public long unknown() {
    return attempts().stream().filter(a -> a.answer() instanceof Answer.Unknown).count();
  }

  /** The requests that were asked and never told their outcome, by any attempt. */
  public Set<Request> unanswered() {
    Set<Request> open = attempts().stream().map(Attempt::request).collect(Collectors.toSet());
    attempts().stream()
        .filter(a -> a.answer() instanceof Answer.Placed || a.answer() instanceof Answer.Conflict)
        .forEach(a -> open.remove(a.request()));
    return open;
  }
}
