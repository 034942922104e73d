package dev.orderchain.drills.check.invariant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.orderchain.drills.check.fact.Pair;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RepeatsTest {

  @Test
  void countsEachBeyondTheFirst() {
    assertEquals(List.of("a", "a", "c"), repeats("a", "a", "a", "b", "c", "c"));
  }

  @Test
  void distinctKeysAreNoRepeats() {
    assertEquals(List.of(), repeats("A", "a", "b"));
    assertEquals(List.of(), repeats());
  }

  @Test
  void refusesAStreamOutOfOrder() {
    assertThrows(IllegalStateException.class, () -> repeats("a", "b", "a"));
  }

  private static List<String> repeats(String... keys) {
    return Repeats.of(Stream.of(keys).map(Pair::of)).map(Pair::key).toList();
  }
}
