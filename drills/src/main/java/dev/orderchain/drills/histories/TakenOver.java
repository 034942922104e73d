package dev.orderchain.drills.histories;

import dev.orderchain.drills.evidence.Evidence;
import dev.orderchain.drills.evidence.Evidence.Lane;
import dev.orderchain.drills.histories.Shop.Money;
import dev.orderchain.drills.histories.Shop.Pieces;
import dev.orderchain.drills.histories.Shop.Standing;
import dev.orderchain.drills.stage.NotProven;
import java.time.Duration;

/**
 * The order-service that runs (A) stands still with a claim until another one (B) has taken over,
 * and wakes while that one works. B stands still until A does, so that nobody but A claims first.
 */
final class TakenOver {
  private static final String SKU = "SKU-2";
  private static final String FENCED = "workflow_fenced_total";
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final Duration BOUND = Duration.ofSeconds(60);
  private static final int TRIES = 3;

  private final Shop shop;
  private final Evidence evidence;
  private final Scene.Instance a;
  private Pieces before;
  private String orderId;

  private TakenOver(Shop shop, Evidence evidence) {
    this.shop = shop;
    this.evidence = evidence;
    a = shop.scene().service();
  }

  static void play(Shop shop, Evidence evidence) throws Exception {
    TakenOver history = new TakenOver(shop, evidence);
    shop.alone(
        () -> {
          try (Scene.Instance b = shop.scene().another()) {
            history.play(b);
          } finally {
            history.a.resume();
          }
        });
  }

  private void play(Scene.Instance b) throws Exception {
    b.pause();
    orderId = shop.place(SKU, "tok_ok");
    shop.awaitDone(orderId, BOUND);
    String nameOfA = recorders();
    step("A is %s; B runs, and stands still", nameOfA);
    double fencedBefore = a.metric(FENCED);
    Standing first = pausedWithClaim();
    evidence.hit("A stands still with the claim, the provider's answer out");
    b.resume();
    Standing second =
        shop.await(
            orderId,
            "B to take over",
            BOUND,
            now -> !now.claim().equals(first.claim()) && now.held());
    step("B holds the claim: %s", second);
    a.resume();
    step("A wakes");
    Standing end = shop.awaitDone(orderId, BOUND);
    Shop.await("A to be fenced", SOON, () -> a.metric(FENCED) > fencedBefore);
    conclude(end);
    evidence.demand("takenOver", !second.claim().equals(first.claim()), true);
    evidence.demand("fencedWritesOfA", (long) (a.metric(FENCED) - fencedBefore), 1);
    evidence.demand("rowsWrittenByA", factsOf(nameOfA), 0);
  }

  private Standing pausedWithClaim() throws Exception {
    for (int i = 0; i < TRIES; i++) {
      before = shop.pieces(SKU);
      orderId = shop.place(SKU, "tok_slow");
      step("order %s placed with tok_slow", orderId);
      Shop.await("the authorisation", SOON, () -> shop.money(orderId).payments() == 1);
      a.pause();
      Standing frozen = shop.standing(orderId);
      step("A stands still: %s", frozen);
      if (frozen.held() && frozen.payment().equals("NONE")) return frozen;
      a.resume();
      shop.awaitDone(orderId, BOUND);
    }
    throw new NotProven("A stood still too late, " + TRIES + " times");
  }

  private void conclude(Standing end) throws Exception {
    step("in the end: %s", end);
    Money money = shop.money(orderId);
    step("provider: %s", money);
    step("facts recorded by %s", recorders());
    evidence.demand("order", end.order(), "CONFIRMED");
    evidence.demand("paymentKeys", money.payments(), 1);
    evidence.demand("askedTwice", money.calls("AUTHORISE") > 1, true);
    evidence.demand("captured", money.capturedCents() > 0 && money.heldCents() == 0, true);
    evidence.demand("moved", shop.pieces(SKU).since(before), "-1/0/1");
  }

  private String recorders() throws Exception {
    return shop.scene().row("SELECT GROUP_CONCAT(DISTINCT recorded_by) " + facts());
  }

  private long factsOf(String recorder) throws Exception {
    String query = "SELECT COUNT(*) " + facts() + " AND recorded_by = '" + recorder + "'";
    return Long.parseLong(shop.scene().row(query));
  }

  private String facts() {
    return "FROM workflow_fact f JOIN workflow w USING (workflow_id) WHERE w.order_id = '%s'"
        .formatted(orderId);
  }

  private void step(String format, Object... values) {
    evidence.mark(Lane.CHECK, format.formatted(values));
  }
}
