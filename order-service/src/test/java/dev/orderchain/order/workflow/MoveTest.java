package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.workflow.Move.Effect;
import dev.orderchain.order.workflow.Move.Resolution;
import dev.orderchain.order.workflow.Standing.Decision;
import dev.orderchain.order.workflow.Standing.Payment;
import dev.orderchain.order.workflow.Standing.Refund;
import dev.orderchain.order.workflow.Standing.Step;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of {@link Move}, cell by cell; {@link InterleavingsTest} has what follows from them
 * together. A standing is written {@code step decision payment refund}, with - for no decision.
 */
class MoveTest {
  private static Standing at(String text) {
    String[] word = text.split(" ");
    return new Standing(
        Step.valueOf(word[0]),
        word[1].equals("-") ? null : Decision.valueOf(word[1]),
        Payment.valueOf(word[2]),
        Refund.valueOf(word[3]));
  }

  private static void assertMove(String to, Effect effect, Move move) {
    assertEquals(at(to), move.to());
    assertEquals(effect, move.effect());
  }

  @ParameterizedTest
  @CsvSource({
    "AUTHORISE - NONE NONE,     AUTHORISED, CAPTURE CONFIRM AUTHORISED NONE, NONE",
    "AUTHORISE - NONE NONE,     DECLINED,   VOID CANCEL DECLINED NONE,       CANCEL_ORDER",
    "AUTHORISE - UNKNOWN NONE,  VOIDED,     VOID CANCEL VOIDED NONE,         CANCEL_ORDER",
    "LOOK_UP - UNKNOWN NONE,    AUTHORISED, CAPTURE CONFIRM AUTHORISED NONE, NONE",
    "LOOK_UP - UNKNOWN NONE,    DECLINED,   VOID CANCEL DECLINED NONE,       CANCEL_ORDER",
    "LOOK_UP - UNKNOWN NONE,    CAPTURED,   DONE CONFIRM CAPTURED NONE,      CONFIRM_ORDER",
    "CAPTURE CONFIRM AUTHORISED NONE, CAPTURED, DONE CONFIRM CAPTURED NONE,  CONFIRM_ORDER",
    "CAPTURE CONFIRM AUTHORISED NONE, VOIDED, NEEDS_REVIEW CONFIRM VOIDED NONE, NONE",
    "LOOK_UP CONFIRM UNKNOWN NONE, AUTHORISED, CAPTURE CONFIRM AUTHORISED NONE, NONE",
    "LOOK_UP CONFIRM UNKNOWN NONE, CAPTURED, DONE CONFIRM CAPTURED NONE,     CONFIRM_ORDER",
    "LOOK_UP CONFIRM UNKNOWN NONE, DECLINED, NEEDS_REVIEW CONFIRM DECLINED NONE, NONE",
    "VOID CANCEL NONE NONE,     VOIDED,     DONE CANCEL VOIDED NONE,         NONE",
    "VOID CANCEL DECLINED NONE, VOIDED,     DONE CANCEL VOIDED NONE,         NONE",
    "VOID CANCEL UNKNOWN NONE,  CAPTURED,   REFUND CANCEL CAPTURED ASKED,    NONE",
    "LOOK_UP CANCEL UNKNOWN NONE, AUTHORISED, VOID CANCEL AUTHORISED NONE,   NONE",
    "LOOK_UP CANCEL VOIDED NONE, CAPTURED,  REFUND CANCEL CAPTURED ASKED,    NONE",
    "LOOK_UP CANCEL VOIDED NONE, AUTHORISED, DONE CANCEL VOIDED NONE,        NONE"
  })
  void wordOnThePaymentLeadsTo(String from, Payment word, String to, Effect effect) {
    assertMove(to, effect, Move.told(at(from), word, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "REFUND CONFIRM CAPTURED ASKED, REFUNDED, DONE CONFIRM CAPTURED REFUNDED, RETURN_ORDER",
    "REFUND CONFIRM CAPTURED ASKED, DECLINED, NEEDS_REVIEW CONFIRM CAPTURED DECLINED, NONE",
    "LOOK_UP CONFIRM CAPTURED UNKNOWN, REFUNDED, DONE CONFIRM CAPTURED REFUNDED, RETURN_ORDER",
    "REFUND CANCEL CAPTURED ASKED,  REFUNDED, DONE CANCEL CAPTURED REFUNDED, NONE",
    "REFUND CANCEL CAPTURED ASKED,  DECLINED, NEEDS_REVIEW CANCEL CAPTURED DECLINED, NONE"
  })
  void wordOnTheRefundLeadsTo(String from, Refund word, String to, Effect effect) {
    assertMove(to, effect, Move.told(at(from), Payment.CAPTURED, Optional.of(word)));
  }

  @Test
  void refundThatIsNotThereIsAskedForAgain() {
    Move move =
        Move.told(at("LOOK_UP CONFIRM CAPTURED UNKNOWN"), Payment.CAPTURED, Optional.empty());
    assertMove("REFUND CONFIRM CAPTURED ASKED", Effect.NONE, move);
  }

  @ParameterizedTest
  @CsvSource({
    "AUTHORISE - NONE NONE,           LOOK_UP - UNKNOWN NONE",
    "LOOK_UP - UNKNOWN NONE,          LOOK_UP - UNKNOWN NONE",
    "CAPTURE CONFIRM AUTHORISED NONE, LOOK_UP CONFIRM UNKNOWN NONE",
    "VOID CANCEL NONE NONE,           LOOK_UP CANCEL UNKNOWN NONE",
    "VOID CANCEL DECLINED NONE,       VOID CANCEL DECLINED NONE",
    "REFUND CONFIRM CAPTURED ASKED,   LOOK_UP CONFIRM CAPTURED UNKNOWN"
  })
  void noAnswerIsUnknownAndDecidesNothing(String from, String to) {
    assertMove(to, Effect.NONE, Move.unknown(at(from)));
    assertFalse(Move.unknown(at(from)).advances());
  }

  @ParameterizedTest
  @CsvSource({
    "LOOK_UP - UNKNOWN NONE,           AUTHORISE - UNKNOWN NONE",
    "LOOK_UP - NONE NONE,              AUTHORISE - NONE NONE",
    "LOOK_UP CONFIRM UNKNOWN NONE,     CAPTURE CONFIRM UNKNOWN NONE",
    "LOOK_UP CANCEL UNKNOWN NONE,      VOID CANCEL UNKNOWN NONE",
    "LOOK_UP CONFIRM CAPTURED UNKNOWN, REFUND CONFIRM CAPTURED ASKED",
    "LOOK_UP CANCEL VOIDED NONE,       LOOK_UP CANCEL VOIDED NONE",
    "LOOK_UP CONFIRM CAPTURED NONE,    LOOK_UP CONFIRM CAPTURED NONE"
  })
  void notFoundIsNotFailedAndNoEnd(String from, String to) {
    assertMove(to, Effect.NONE, Move.notFound(at(from)));
    assertFalse(Move.notFound(at(from)).advances());
  }

  /** Each of the three ways in which an attempt is unknown and then turns out not to be done. */
  @ParameterizedTest
  @CsvSource({
    "CAPTURE CONFIRM AUTHORISED NONE, AUTHORISED",
    "VOID CANCEL AUTHORISED NONE,     AUTHORISED",
    "REFUND CONFIRM CAPTURED ASKED,   CAPTURED"
  })
  void goingRoundIsNoAdvance(String from, Payment found) {
    Move unknown = Move.unknown(at(from));
    Move back = Move.told(unknown.to(), found, Optional.empty());
    assertEquals(at(from), back.to());
    assertTrue(unknown.isNews() && back.isNews());
    assertFalse(unknown.advances() || back.advances());
  }

  @Test
  void whatWasLearnedIsKeptPastTheDeadline() {
    Move late = Move.unknown(at("CAPTURE CONFIRM AUTHORISED NONE")).overdue();
    assertMove("NEEDS_REVIEW CONFIRM UNKNOWN NONE", Effect.NONE, late);
  }

  @ParameterizedTest
  @CsvSource({
    "AUTHORISE - NONE NONE,    VOID CANCEL NONE NONE",
    "AUTHORISE - UNKNOWN NONE, VOID CANCEL UNKNOWN NONE",
    "LOOK_UP - UNKNOWN NONE,   VOID CANCEL UNKNOWN NONE"
  })
  void timeThatIsOverDecidesCancel(String from, String to) {
    assertMove(to, Effect.CANCEL_ORDER, Move.outOfTime(at(from)));
  }

  @Test
  void whatHasNotLeftUsHasNotHappened() {
    Standing standing = at("CAPTURE CONFIRM AUTHORISED NONE");
    assertEquals(standing, Move.notAsked(standing).to());
  }

  @Test
  void contradictionNeedsAPersonAndNeverConfirms() {
    assertMove(
        "NEEDS_REVIEW CANCEL UNKNOWN NONE",
        Effect.CANCEL_ORDER,
        Move.contradicted(at("AUTHORISE - UNKNOWN NONE")));
    assertMove(
        "NEEDS_REVIEW CONFIRM AUTHORISED NONE",
        Effect.NONE,
        Move.contradicted(at("CAPTURE CONFIRM AUTHORISED NONE")));
  }

  @Test
  void refundIsAskedForOnceAndOnlyOfWhatIsConfirmed() {
    assertMove(
        "REFUND CONFIRM CAPTURED ASKED",
        Effect.COMPENSATE,
        Move.refundAsked(at("DONE CONFIRM CAPTURED NONE")).orElseThrow());
    assertMove(
        "REFUND CONFIRM CAPTURED ASKED",
        Effect.COMPENSATE,
        Move.refundAsked(at("LOOK_UP CONFIRM CAPTURED NONE")).orElseThrow());
    for (String standing :
        new String[] {
          "AUTHORISE - NONE NONE",
          "CAPTURE CONFIRM AUTHORISED NONE",
          "LOOK_UP CONFIRM UNKNOWN NONE",
          "REFUND CONFIRM CAPTURED ASKED",
          "DONE CONFIRM CAPTURED REFUNDED",
          "NEEDS_REVIEW CONFIRM CAPTURED DECLINED",
          "DONE CANCEL VOIDED NONE",
          "REFUND CANCEL CAPTURED ASKED"
        }) {
      assertEquals(Optional.empty(), Move.refundAsked(at(standing)), standing);
    }
  }

  @Test
  void noticeMakesTheWorkflowLookAndDecidesNothing() {
    assertMove(
        "LOOK_UP CANCEL VOIDED NONE", Effect.NONE, Move.noticed(at("DONE CANCEL VOIDED NONE")));
    Standing review = at("NEEDS_REVIEW CANCEL UNKNOWN NONE");
    assertEquals(review, Move.noticed(review).to());
  }

  @ParameterizedTest
  @CsvSource({
    "NEEDS_REVIEW CANCEL UNKNOWN NONE,     RETRY,    LOOK_UP CANCEL UNKNOWN NONE,   NONE",
    "NEEDS_REVIEW CANCEL UNKNOWN NONE,     CAPTURED, REFUND CANCEL CAPTURED ASKED,  NONE",
    "NEEDS_REVIEW CANCEL UNKNOWN NONE,     VOIDED,   DONE CANCEL VOIDED NONE,       NONE",
    "NEEDS_REVIEW CANCEL UNKNOWN NONE,     REFUNDED, DONE CANCEL CAPTURED REFUNDED, NONE",
    "NEEDS_REVIEW CONFIRM UNKNOWN NONE,    CAPTURED, DONE CONFIRM CAPTURED NONE, CONFIRM_ORDER",
    "NEEDS_REVIEW CONFIRM CAPTURED DECLINED, REFUNDED, DONE CONFIRM CAPTURED REFUNDED,"
        + " RETURN_ORDER",
    "NEEDS_REVIEW - NONE NONE,             RETRY,    LOOK_UP - NONE NONE,           NONE"
  })
  void personsWordLeadsTo(String from, Resolution word, String to, Effect effect) {
    assertMove(to, effect, Move.resolved(at(from), word).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({
    "NEEDS_REVIEW CONFIRM UNKNOWN NONE,      VOIDED",
    "NEEDS_REVIEW CONFIRM UNKNOWN NONE,      REFUNDED",
    "NEEDS_REVIEW CONFIRM CAPTURED NONE,     REFUNDED",
    "NEEDS_REVIEW CONFIRM CAPTURED DECLINED, CAPTURED",
    "NEEDS_REVIEW CONFIRM CAPTURED DECLINED, VOIDED",
    "NEEDS_REVIEW CANCEL CAPTURED DECLINED,  VOIDED",
    "NEEDS_REVIEW - UNKNOWN NONE,            CAPTURED",
    "NEEDS_REVIEW - UNKNOWN NONE,            VOIDED",
    "NEEDS_REVIEW - UNKNOWN NONE,            REFUNDED"
  })
  void personCannotSayWhatTheFactsRuleOut(String from, Resolution word) {
    assertEquals(Optional.empty(), Move.resolved(at(from), word));
  }

  @ParameterizedTest
  @EnumSource(Resolution.class)
  void nobodyIsAskedWithoutAReview(Resolution word) {
    assertEquals(Optional.empty(), Move.resolved(at("LOOK_UP CANCEL UNKNOWN NONE"), word));
  }

  static Stream<Standing> decided() {
    return Stream.of(Decision.values())
        .flatMap(
            decision ->
                Stream.of(Payment.values())
                    .map(p -> new Standing(Step.LOOK_UP, decision, p, Refund.NONE)));
  }

  @ParameterizedTest
  @MethodSource("decided")
  void noWordReversesADecision(Standing from) {
    for (Payment word : Payment.values()) {
      assertEquals(from.decision(), Move.told(from, word, Optional.empty()).to().decision());
    }
    assertEquals(from.decision(), Move.notFound(from).to().decision());
    assertEquals(from.decision(), Move.unknown(from).to().decision());
    assertEquals(from.decision(), Move.contradicted(from).to().decision());
  }
}
