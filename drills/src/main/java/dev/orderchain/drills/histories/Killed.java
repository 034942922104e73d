package dev.orderchain.drills.histories;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.histories.Shop.Money;
import dev.orderchain.drills.histories.Shop.Pieces;
import dev.orderchain.drills.histories.Shop.Standing;
import dev.orderchain.drills.stage.NotProven;
import java.time.Duration;

/**
 * Histories in which order-service is killed. The provider takes its time over these payments
 * (tok_slow), so that the kill can come while its answer is out.
 */
final class Killed {
  private static final String SKU = "SKU-2";
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int TRIES = 3;

  private final Shop shop;
  private final Evidence evidence;
  private final Scene.Instance service;
  private Pieces before;
  private String orderId;

  private Killed(Shop shop, Evidence evidence) {
    this.shop = shop;
    this.evidence = evidence;
    service = shop.scene().service();
  }

  static void answerLost(Shop shop, Evidence evidence) throws Exception {
    Killed history = new Killed(shop, evidence);
    history.alone(history::answerLost);
  }

  /** Whatever happens, order-service runs afterwards. */
  private void alone(Shop.Part part) throws Exception {
    shop.alone(
        () -> {
          try {
            part.play();
          } finally {
            service.start();
          }
        });
  }

  private void answerLost() throws Exception {
    Standing atDeath = killed(this::killOnceAuthorised, now -> now.decision().equals("-"));
    evidence.hit("killed between the provider's commit and the fact");
    evidence.demand("paymentAtDeath", shop.money(orderId).state(), "AUTHORISED");
    evidence.show("knownAtDeath", atDeath.payment());
    evidence.demand("decisionAtDeath", atDeath.decision(), "-");
    restart();
    Money money = concludeConfirmed();
    evidence.demand("foundByKey", money.calls("LOOK_UP") > 0, true);
  }

  private void killOnceAuthorised() throws Exception {
    Shop.await("the authorisation", SOON, () -> shop.money(orderId).payments() == 1);
    service.kill();
  }

  static void oneConfirmed(Shop shop, Evidence evidence) throws Exception {
    Killed history = new Killed(shop, evidence);
    history.alone(history::oneConfirmed);
  }

  private void oneConfirmed() throws Exception {
    Standing atDeath = killed(this::killOnceCaptured, now -> now.order().equals("PENDING"));
    evidence.hit("killed between the capture and the reservation's Confirm");
    evidence.demand("decisionAtDeath", atDeath.decision(), "CONFIRM");
    evidence.demand("paymentAtDeath", shop.money(orderId).state(), "CAPTURED");
    evidence.demand("reservationAtDeath", atDeath.reservation(), "RESERVED");
    String opposite =
        shop.scene()
            .refusal(
                "UPDATE workflow SET cancel_at = NOW(6) WHERE order_id = '%s'".formatted(orderId))
            .orElse("taken");
    step("the opposite decision, as the table's owner: %s", opposite);
    evidence.demand("oppositeRefused", opposite.contains("ck_workflow_one_decision"), true);
    restart();
    concludeConfirmed();
  }

  /** Another session has the reservation's row, so that its Confirm has to wait for the kill. */
  private void killOnceCaptured() throws Exception {
    try (Scene.Held held =
        shop.scene()
            .hold(
                "SELECT 1 FROM reservation WHERE order_id = '%s' AND branch_id = 'stock'"
                    .formatted(orderId))) {
      Shop.await("the capture", SOON, () -> shop.money(orderId).capturedCents() > 0);
      service.kill();
    }
  }

  /** Kills in mid-payment of a new order until it hit; a miss is an order like any other. */
  private Standing killed(Shop.Part kill, Shop.Wanted hit) throws Exception {
    for (int i = 0; i < TRIES; i++) {
      before = shop.pieces(SKU);
      step("before: %s of %s available/reserved/sold", before, SKU);
      orderId = shop.place(SKU, "tok_slow");
      step("order %s placed with tok_slow", orderId);
      kill.play();
      Standing atDeath = shop.standing(orderId);
      step("killed: %s", atDeath);
      if (hit.isTrue(atDeath)) return atDeath;
      restart();
      shop.awaitDone(orderId, BOUND);
    }
    throw new NotProven("the kill came too late, " + TRIES + " times");
  }

  private void restart() {
    service.start();
    step("order-service is healthy again");
  }

  private Money concludeConfirmed() throws Exception {
    Standing end = shop.awaitDone(orderId, BOUND);
    step("in the end: %s", end);
    Money money = shop.money(orderId);
    step("provider: %s", money);
    Pieces after = shop.pieces(SKU);
    step("%s of %s available/reserved/sold", after, SKU);
    evidence.demand("order", end.order(), "CONFIRMED");
    evidence.demand("reservation", end.reservation(), "CONFIRMED");
    evidence.demand("payments", money.payments(), 1);
    evidence.demand("captured", money.capturedCents() > 0 && money.heldCents() == 0, true);
    evidence.demand("moved", after.since(before), "-1/0/1");
    return money;
  }

  private void step(String format, Object... values) {
    evidence.mark(Lane.CHECK, format.formatted(values));
  }
}
