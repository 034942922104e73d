package dev.orderchain.drills.check.invariant;

import static dev.orderchain.drills.check.invariant.PriceInvariant.ACKNOWLEDGED_WITHOUT_PRICE;
import static dev.orderchain.drills.check.invariant.PriceInvariant.PRICE_NOT_ASKED_FOR;
import static dev.orderchain.drills.check.invariant.PriceInvariant.READ_OF_NO_PRICE;
import static dev.orderchain.drills.check.invariant.PriceInvariant.REFUSED_WITH_PRICE;
import static dev.orderchain.drills.check.invariant.PriceInvariant.SEVERAL_WRITES_TOLD_FIRST;
import static dev.orderchain.drills.check.invariant.PriceInvariant.STALE_READ;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.drills.check.invariant.PriceObservation.PriceRow;
import dev.orderchain.drills.history.PriceHistory;
import dev.orderchain.drills.history.PriceRead;
import dev.orderchain.drills.history.PriceRead.Failed;
import dev.orderchain.drills.history.PriceRead.Price;
import dev.orderchain.drills.history.PriceWrite;
import dev.orderchain.drills.history.PriceWrite.Changed;
import dev.orderchain.drills.history.PriceWrite.Outcome;
import dev.orderchain.drills.history.PriceWrite.Refused;
import dev.orderchain.drills.history.PriceWrite.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every invariant must reject what breaks it, and nothing else. Times are in milliseconds. */
class PriceInvariantTest {
  private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

  private final PriceHistory history = new PriceHistory();
  private final List<PriceRow> rows = new ArrayList<>();

  /**
   * Version 2 is answered at 120 and known; 3 is answered at 220 and not known, until somebody says
   * so at 400; 4 has no answer, is asked for again, and known at 520; of 5 nobody knows, nor does
   * the database.
   */
  @BeforeEach
  void allThatAGoodHistoryMayContain() {
    row(1, 1000, 0);
    row(2, 1001, 110);
    row(3, 1002, 210);
    row(4, 1003, 450);
    read(10, 1, 1000);
    write(1, 1001, 100, 120, new Changed(2, 1001, true, false));
    read(119, 1, 1000); // begun before the answer
    read(120, 1, 1000); // not after it
    read(121, 2, 1001);
    write(1, 1005, 130, 135, new Refused(412, "stale-version"));
    write(2, 1002, 200, 220, new Changed(3, 1002, false, false));
    read(399, 2, 1001); // the cache was not told
    read(399, 3, 1002);
    history.told(3, at(400));
    read(401, 3, 1002);
    write(3, 1003, 440, 480, new Unknown("no-answer"));
    read(481, 3, 1002); // its writer does not know either
    read(482, 4, 1003); // and yet it is there
    write(3, 1003, 500, 520, new Changed(4, 1003, true, true));
    read(521, 4, 1003);
    write(4, 1004, 600, 620, new Unknown("connection-broken"));
    history.add(new PriceRead(at(610), at(611), new Failed("503")));
  }

  @Test
  void aGoodHistoryBreaksNothing() {
    assertEquals(Map.of(), broken());
  }

  @Test
  void rejectsAnOldPriceAfterTheCacheKnewTheNewOne() {
    read(122, 1, 1000);
    assertEquals(
        Map.of(STALE_READ, List.of("version 1 at 1000 (asked 2026-01-31T12:00:00.122Z)")),
        broken());
  }

  @Test
  void rejectsAnOldPriceFromTheMomentThatIsGiven() {
    read(400, 2, 1001);
    assertEquals(Map.of(), broken());
    read(402, 2, 1001);
    assertEquals(
        Map.of(STALE_READ, List.of("version 2 at 1001 (asked 2026-01-31T12:00:00.402Z)")),
        broken());
  }

  @Test
  void anOlderVersionThatIsToldLaterExcusesNothing() {
    history.told(2, at(530));
    read(531, 3, 1002);
    assertEquals(
        Map.of(STALE_READ, List.of("version 3 at 1002 (asked 2026-01-31T12:00:00.531Z)")),
        broken());
  }

  @Test
  void rejectsAPriceThatNeverWas() {
    read(700, 4, 1000);
    read(701, 5, 1004);
    assertEquals(
        Map.of(READ_OF_NO_PRICE, List.of("version 4 at 1000", "version 5 at 1004")), broken());
  }

  @Test
  void rejectsAnAcknowledgedChangeThatIsNotThere() {
    write(4, 1006, 630, 640, new Changed(5, 1006, false, false));
    assertEquals(
        Map.of(ACKNOWLEDGED_WITHOUT_PRICE, List.of("version 5 at 1006 (version 5 at 1006)")),
        broken());
  }

  @Test
  void rejectsAnAcknowledgementOfAnotherPrice() {
    write(3, 1003, 630, 640, new Changed(3, 1002, false, true));
    assertEquals(
        Map.of(ACKNOWLEDGED_WITHOUT_PRICE, List.of("version 4 at 1003 (version 3 at 1002)")),
        broken());
  }

  @Test
  void rejectsAChangeThatTwoAttemptsWereToldToBeTheFirstOf() {
    write(1, 1001, 630, 640, new Changed(2, 1001, false, false));
    assertEquals(Map.of(SEVERAL_WRITES_TOLD_FIRST, List.of("version 2 at 1001")), broken());
  }

  @Test
  void rejectsAChangeThatWasMadeTwice() {
    row(5, 1003, 650);
    assertEquals(Map.of(PRICE_NOT_ASKED_FOR, List.of("version 5 at 1003")), broken());
  }

  @Test
  void rejectsAPriceThatAllWereToldWasRefused() {
    write(4, 1006, 630, 640, new Refused(412, "stale-version"));
    row(5, 1006, 635);
    assertEquals(Map.of(REFUSED_WITH_PRICE, List.of("version 5 at 1006")), broken());
  }

  @Test
  void anUnknownChangeThatIsThereIsNoError() {
    row(5, 1004, 610);
    read(700, 5, 1004);
    assertEquals(Map.of(), broken());
  }

  @Test
  void theLongestThatAnOldPriceWasStillReadIsMeasured() {
    assertEquals(Duration.ofMillis(399 - 210), observation().staleFor());
    read(500, 1, 1000);
    assertEquals(Duration.ofMillis(500 - 110), observation().staleFor());
    assertEquals(5, observation().oldReads());
  }

  private void row(int version, long cents, int changed) {
    rows.add(new PriceRow(version, cents, at(changed)));
  }

  private void read(int asked, int version, long cents) {
    history.add(new PriceRead(at(asked), at(asked + 1), new Price(version, cents, "prices; hit")));
  }

  private void write(int replaced, long cents, int asked, int answered, Outcome outcome) {
    history.add(new PriceWrite(replaced, cents, at(asked), at(answered), outcome));
  }

  private static Instant at(int millis) {
    return NOON.plusMillis(millis);
  }

  private PriceObservation observation() {
    return new PriceObservation(history.writes(), history.reads(), history.told(), rows);
  }

  private Map<PriceInvariant, List<String>> broken() {
    return PriceInvariant.judge(observation()).entrySet().stream()
        .filter(finding -> finding.getValue().count() > 0)
        .collect(toMap(Map.Entry::getKey, finding -> finding.getValue().first()));
  }
}
