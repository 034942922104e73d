package dev.orderchain.notification.request;

import java.util.List;
import java.util.OptionalLong;

/** What part of a list is asked for. */
public sealed interface Paging {
  int USUAL_LIMIT = 20;
  int MOST = 100;

  /**
   * @param after the id before its first
   * @param limit the most that it holds
   */
  record Page(long after, int limit) implements Paging {}

  record Malformed(String why) implements Paging {}

  /** From the query's values. */
  static Paging asked(List<String> limit, List<String> after) {
    OptionalLong most = number(limit, USUAL_LIMIT, 1, MOST);
    if (most.isEmpty()) {
      return new Malformed("limit is a number from 1 to " + MOST + ".");
    }
    OptionalLong id = number(after, 0, 0, Long.MAX_VALUE);
    if (id.isEmpty()) {
      return new Malformed("after is the next of the page before.");
    }
    return new Page(id.getAsLong(), (int) most.getAsLong());
  }

  /** Empty when it is given, but not once as a number within the bounds. */
  private static OptionalLong number(List<String> given, long otherwise, long least, long most) {
    if (given.isEmpty()) {
      return OptionalLong.of(otherwise);
    }
    if (given.size() > 1 || !given.getFirst().matches("[0-9]{1,18}")) {
      return OptionalLong.empty();
    }
    long number = Long.parseLong(given.getFirst());
    return number < least || number > most ? OptionalLong.empty() : OptionalLong.of(number);
  }
}
