package dev.orderchain.drills.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.drills.stage.source.Ledger.Payment;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CardOrdersTest {
  private static final Payment HELD = new Payment("pay:o", "AUTHORISED", "rcpt_o", 0, 0);
  private static final Payment TAKEN = new Payment("pay:o", "CAPTURED", "rcpt_o", 500, 0);
  private static final Payment GIVEN_BACK = new Payment("pay:o", "CAPTURED", "rcpt_o", 500, 500);

  @Test
  void moneyIsOwedForWhatWasConfirmedAndIsNotRefunded() {
    CardOrders cards =
        cards(
            order("CONFIRMED", TAKEN),
            order("COMPENSATING", TAKEN),
            order("REFUNDED", GIVEN_BACK),
            order("CANCELLED", GIVEN_BACK),
            order("CANCELLED", HELD),
            order("CANCELLED", null),
            order("PENDING", HELD));
    assertEquals(1000, cards.owedCents());
    assertEquals(1000, cards.keptCents());
    assertEquals(4, cards.captures());
    assertEquals(6, cards.authorisations());
  }

  @Test
  void moneyOfACancelledOrderIsSeen() {
    CardOrders cards = cards(order("CANCELLED", TAKEN));
    assertEquals(500, cards.keptCents());
    assertEquals(0, cards.owedCents());
  }

  @Test
  void anOrderThatWasConfirmedWithoutACaptureIsSeen() {
    CardOrders cards = cards(order("CONFIRMED", HELD));
    assertEquals(0, cards.keptCents());
    assertEquals(500, cards.owedCents());
  }

  @Test
  void aSecondKeyIsASecondAuthorisation() {
    CardOrders cards = new CardOrders(List.of(order("CONFIRMED", TAKEN)), Set.of("pay:o:2"));
    assertEquals(2, cards.authorisations());
  }

  @Test
  void whatWaitsForAPersonIsCountedByItself() {
    CardOrder inReview =
        new CardOrder(
            "o", "tok_x", "CANCELLED", "NEEDS_REVIEW", "UNKNOWN", "CANCEL", "x", 500, HELD);
    CardOrders cards = cards(inReview, order("CANCELLED", null), order("CONFIRMED", TAKEN));
    assertEquals(
        Map.of("tok_x", Map.of("CANCELLED/review", 1L, "CANCELLED", 1L, "CONFIRMED", 1L)),
        cards.byCard());
  }

  private static CardOrders cards(CardOrder... orders) {
    return new CardOrders(Arrays.asList(orders), Set.of());
  }

  private static CardOrder order(String state, Payment paid) {
    return new CardOrder("o", "tok_x", state, "DONE", "x", "x", "x", 500, paid);
  }
}
