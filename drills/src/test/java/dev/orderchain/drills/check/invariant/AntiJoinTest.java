package dev.orderchain.drills.check.invariant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.orderchain.drills.check.fact.Pair;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AntiJoinTest {

  @Test
  void findsEachKeyWithoutPartnerWhereverItLies() {
    assertEquals(List.of("a", "c", "e"), unmatched(keys("a", "b", "c", "d", "e"), keys("b", "d")));
  }

  @Test
  void equalCountsOfDifferentKeysAreNoMatch() {
    assertEquals(List.of("a", "b"), unmatched(keys("a", "b"), keys("c", "d")));
  }

  @Test
  void ignoresWhatOnlyTheRightHas() {
    assertEquals(List.of(), unmatched(keys("b", "d"), keys("a", "b", "c", "d", "e")));
  }

  @Test
  void everythingIsUnmatchedAgainstNothing() {
    assertEquals(List.of("a", "a", "b"), unmatched(keys("a", "a", "b"), keys()));
    assertEquals(List.of(), unmatched(keys(), keys("a")));
  }

  @Test
  void onePartnerServesEveryPairWithItsKey() {
    assertEquals(List.of("b"), unmatched(keys("a", "a", "b"), keys("a", "c")));
  }

  @Test
  void aPartnerThatDisagreesIsNone() {
    Stream<Pair> left = Stream.of(new Pair("a", "1"), new Pair("b", "1"), new Pair("c", "1"));
    Stream<Pair> right = Stream.of(new Pair("a", "1"), new Pair("b", "2"), new Pair("c", "1"));
    assertEquals(List.of(new Pair("b", "1")), AntiJoin.of(left, right).toList());
  }

  @Test
  void oneOfSeveralPartnersHasToAgree() {
    Stream<Pair> left = Stream.of(new Pair("a", "2"), new Pair("a", "3"));
    Stream<Pair> right = Stream.of(new Pair("a", "1"), new Pair("a", "2"));
    assertEquals(List.of(new Pair("a", "3")), AntiJoin.of(left, right).toList());
  }

  @Test
  void followsTheOrderOfTheDatabaseNotOfUtf16() {
    String beyondTheBasicPlane =
        "🍵"; // U+1F375, in UTF-16 below U+FF21, in a binary collation above
    String inTheBasicPlane = "Ａ"; // U+FF21
    assertEquals(
        List.of(),
        unmatched(
            keys(inTheBasicPlane, beyondTheBasicPlane),
            keys(inTheBasicPlane, beyondTheBasicPlane)));
  }

  @Test
  void keysThatACaseBlindCollationWouldCallEqualAreDifferent() {
    assertEquals(List.of("A", "é"), unmatched(keys("A", "a", "é"), keys("a", "e")));
  }

  @Test
  void refusesAStreamOutOfOrder() {
    assertThrows(IllegalStateException.class, () -> unmatched(keys("b", "a"), keys("a", "b")));
    assertThrows(IllegalStateException.class, () -> unmatched(keys("a", "b", "c"), keys("b", "a")));
  }

  private static List<String> unmatched(Stream<Pair> left, Stream<Pair> right) {
    return AntiJoin.of(left, right).map(Pair::key).toList();
  }

  private static Stream<Pair> keys(String... keys) {
    return Stream.of(keys).map(Pair::of);
  }
}
