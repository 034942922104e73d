package dev.orderchain.drills.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.drills.check.invariant.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvidenceTest {
  private final Evidence evidence = new Evidence("kafka-killed", "the broker dies", 7, line -> {});

  @Test
  void isAPassWhenTheFaultHitAndAllIsAsDemanded() {
    evidence.hit("its process had ended");
    evidence.show("placedWhileAway", 12);
    evidence.demand("lost", 0L, 0);
    evidence.found(new Finding("parked", 0, List.of()));
    assertEquals("kafka-killed PASS placedWhileAway=12 lost=0", evidence.line());
    assertEquals(List.of(), evidence.complaints());
  }

  @Test
  void isNoPassWhenTheFaultWasNotSeenToHit() {
    evidence.demand("lost", 0, 0);
    evidence.found(new Finding("parked", 0, List.of()));
    assertEquals("kafka-killed NOT RUN lost=0", evidence.line());
    assertEquals(List.of("the fault was not seen to hit"), evidence.complaints());
  }

  @Test
  void isNotRunWhenTheDrillSaysSoWhateverElseItSaw() {
    evidence.hit("its process had ended");
    evidence.found(new Finding("parked", 1, List.of("o1:1")));
    evidence.notRun("it was not running");
    assertEquals(Verdict.NOT_RUN, evidence.verdict());
    assertEquals(List.of("it was not running", "parked=1: o1:1"), evidence.complaints());
  }

  @Test
  void failsOnANumberThatIsNotAsDemanded() {
    evidence.hit("its process had ended");
    evidence.demand("lost", 1, 0);
    assertEquals("kafka-killed FAIL lost=1", evidence.line());
    assertEquals(List.of("lost is 1, not 0"), evidence.complaints());
  }

  @Test
  void failsOnAFinding() {
    evidence.hit("its process had ended");
    evidence.found(new Finding("parked", 11, List.of("o1:1", "o2:1")));
    assertEquals("kafka-killed FAIL", evidence.line());
    assertEquals(List.of("parked=11: o1:1, o2:1"), evidence.complaints());
  }

  @Test
  void failsOnAFailure() {
    evidence.hit("its process had ended");
    evidence.failed("it did not come back");
    assertEquals(Verdict.FAIL, evidence.verdict());
    assertEquals(List.of("it did not come back"), evidence.complaints());
  }

  @Test
  void failsAlsoWhenTheFaultWasNotSeenToHit() {
    evidence.demand("lost", 1, 0);
    assertEquals(Verdict.FAIL, evidence.verdict());
  }

  @Test
  void whatIsNotThereIsNotWhatWasDemanded() {
    evidence.hit("its process had ended");
    evidence.demand("finalState", null, "SENT");
    assertEquals(List.of("finalState is null, not SENT"), evidence.complaints());
  }
}
