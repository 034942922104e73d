package dev.orderchain.order.reservation;

import static dev.orderchain.order.reservation.Standing.State.CANCELLED;
import static dev.orderchain.order.reservation.Standing.State.CONFIRMED;
import static dev.orderchain.order.reservation.Standing.State.NONE;
import static dev.orderchain.order.reservation.Standing.State.RESERVED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import dev.orderchain.order.reservation.Ruling.Change;
import dev.orderchain.order.reservation.Ruling.Pieces;
import dev.orderchain.order.reservation.Ruling.Refusal;
import dev.orderchain.order.reservation.Ruling.Refused;
import dev.orderchain.order.reservation.Ruling.Unchanged;
import dev.orderchain.order.reservation.Standing.State;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every cell of the table; {@link InterleavingsTest} has what follows from them together. */
class RulingTest {
  static Stream<Arguments> cells() {
    return Stream.of(
        cell(
            NONE,
            new Change(RESERVED, Pieces.TAKE),
            new Refused(Refusal.NO_RESERVATION),
            new Change(CANCELLED, Pieces.STAY)),
        cell(
            RESERVED,
            new Unchanged(),
            new Change(CONFIRMED, Pieces.SELL),
            new Change(CANCELLED, Pieces.GIVE_BACK)),
        cell(CONFIRMED, new Unchanged(), new Unchanged(), new Refused(Refusal.CONFIRMED)),
        cell(
            CANCELLED,
            new Refused(Refusal.CANCELLED),
            new Refused(Refusal.CANCELLED),
            new Unchanged()));
  }

  private static Arguments cell(State state, Ruling reserve, Ruling confirm, Ruling cancel) {
    return Arguments.of(state, reserve, confirm, cancel);
  }

  @ParameterizedTest
  @MethodSource("cells")
  void isAsTheTableSays(State state, Ruling reserve, Ruling confirm, Ruling cancel) {
    Standing standing = new Standing(state, state == NONE ? null : "h1");
    assertEquals(reserve, Ruling.reserve(standing, "h1"));
    assertEquals(confirm, Ruling.confirm(standing));
    assertEquals(cancel, Ruling.cancel(standing));
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void anotherRequestIsAConflictInEveryState(State state) {
    assertEquals(new Refused(Refusal.CONFLICT), Ruling.reserve(new Standing(state, "h1"), "h2"));
  }

  @Test
  void aTombstoneRefusesEveryTry() {
    assertEquals(
        new Refused(Refusal.CANCELLED), Ruling.reserve(new Standing(CANCELLED, null), "h1"));
  }
}
