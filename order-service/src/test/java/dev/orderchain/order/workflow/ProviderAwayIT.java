package dev.orderchain.order.workflow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnCards;
import dev.orderchain.testbed.PaymentProvider;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The provider is killed before a call, and in the middle of one. */
@QuarkusTest
class ProviderAwayIT extends OnCards {
  private final PaymentProvider provider = TestServers.current().paymentProvider();

  @AfterEach
  void start() {
    provider.start();
  }

  @Test
  void orderWaitsForAProviderThatIsAway() {
    assertTrue(provider.kill());
    String orderId = placeByCard(newPricedSku(1), "tok_ok");
    await().until(() -> Integer.parseInt(workflow(orderId, "attempt")) >= 2);
    assertEquals("PENDING", orderState(orderId));
    // Nothing has left us, which is more than not to know.
    assertEquals("NONE", workflow(orderId, "payment"));
    provider.start();
    assertMoneyIsRight(List.of(orderId));
  }

  @Test
  void orderIsFoundOutWhenTheProviderDiesInTheMiddleOfTheCall() {
    provider.pause();
    List<String> orders =
        Stream.generate(() -> placeByCard(newPricedSku(1), "tok_ok")).limit(3).toList();
    await()
        .untilAsserted(
            () -> orders.forEach(order -> assertEquals("UNKNOWN", workflow(order, "payment"))));
    orders.forEach(order -> assertEquals("PENDING", orderState(order)));
    assertTrue(provider.kill());
    provider.start();
    assertMoneyIsRight(orders);
  }

  private static void assertMoneyIsRight(List<String> orders) {
    for (String order : orders) {
      awaitStep(order, "DONE");
      boolean confirmed = orderState(order).equals("CONFIRMED");
      assertEquals(confirmed ? "CONFIRMED" : "CANCELLED", orderState(order));
      assertEquals(confirmed ? "CONFIRMED" : "CANCELLED", reservation(order));
      assertEquals(confirmed ? "CAPTURED" : "VOIDED", paid(order));
      assertEquals(confirmed ? PRICE : 0, ledger(order).getLong("payments[0].capturedCents"));
    }
  }
}
