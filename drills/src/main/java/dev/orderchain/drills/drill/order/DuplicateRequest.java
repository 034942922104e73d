package dev.orderchain.drills.drill.order;

import dev.orderchain.drills.history.Answer.Placed;
import dev.orderchain.drills.history.Attempt;
import dev.orderchain.drills.history.Request;
import dev.orderchain.drills.stage.Drill;
import dev.orderchain.drills.stage.NotProven;
import dev.orderchain.drills.stage.Stage;
import dev.orderchain.drills.traffic.Shopper;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One request again, with other content, and many times at once. */
public final class DuplicateRequest implements Drill {
  private static final int AT_ONCE = 8;
  private static final int TRIES = 5;
  private static final Duration BEFORE_LOCK_WAITS_END = Duration.ofMillis(2500);

  @Override
  public String name() {
    return "duplicate-request";
  }

  @Override
  public String fault() {
    return "one request comes again, comes again with other content, and eight times at once";
  }

  @Override
  public void run(Stage stage) throws Exception {
    Request repeated = stage.request();
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(repeated);
      shopper.ask(repeated);
      shopper.ask(repeated.withQuantity(2));
    }
    Request contested = contend(stage);
    stage.recover();

    List<Attempt> atOnce = attemptsOf(stage, contested);
    stage
        .evidence()
        .demand(
            "serialDuplicate", attemptsOf(stage, repeated).get(1).answer().brief(), "DUPLICATE");
    stage
        .evidence()
        .demand("conflict", attemptsOf(stage, repeated).get(2).answer().brief(), "CONFLICT");
    stage.evidence().demand("concurrent", atOnce.size(), AT_ONCE);
    stage.evidence().demand("winner", placed(atOnce, false), 1);
    stage.evidence().demand("uniqueLosers", placed(atOnce, true), AT_ONCE - 1);
    stage.evidence().demand("effects", effectsOf(stage, contested), 1);
  }

  /** Until all are seen in the database together, which a busy machine may keep from happening. */
  private static Request contend(Stage stage) throws Exception {
    for (int left = TRIES - 1; ; left--) {
      Request request = stage.request();
      try {
        askAtOnce(stage, request);
        return request;
      } catch (NotProven e) {
        if (left == 0) throw e;
      }
    }
  }

  /**
   * The product's stock row is held, so that the first waits for it and the others for the first.
   */
  private static void askAtOnce(Stage stage, Request request) throws Exception {
    List<Thread> threads = new ArrayList<>();
    try (Connection holder = stage.orderDb().connect()) {
      holder.setAutoCommit(false);
      try (PreparedStatement hold =
          holder.prepareStatement("SELECT sku FROM stock WHERE sku = ? FOR UPDATE")) {
        hold.setString(1, request.sku());
        hold.executeQuery();
      }
      for (int i = 0; i < AT_ONCE; i++) {
        threads.add(Thread.ofVirtual().start(() -> ask(stage, request)));
      }
      stage
          .waits()
          .awaitHit(
              AT_ONCE + " transactions with one key wait in the database at once",
              BEFORE_LOCK_WAITS_END,
              () ->
                  stage
                          .orderDb()
                          .count(
                              """
                          SELECT variable_value FROM performance_schema.global_status
                          WHERE variable_name = 'Innodb_row_lock_current_waits'""")
                      >= AT_ONCE);
    } finally {
      // The holder's connection is closed by now, so that they go on.
      for (Thread thread : threads) thread.join();
    }
  }

  private static void ask(Stage stage, Request request) {
    try (Shopper shopper = stage.shopper()) {
      shopper.ask(request);
    }
  }

  private static List<Attempt> attemptsOf(Stage stage, Request request) {
    return stage.history().attempts().stream()
        .filter(attempt -> attempt.request().key().equals(request.key()))
        .toList();
  }

  private static long placed(List<Attempt> attempts, boolean replayed) {
    return attempts.stream()
        .filter(attempt -> attempt.answer() instanceof Placed p && p.replayed() == replayed)
        .count();
  }

  private static long effectsOf(Stage stage, Request request) throws Exception {
    String orderId = stage.counts().orderIdOf(request);
    return stage
        .notificationDb()
        .count("SELECT COUNT(*) FROM notification WHERE order_id = ?", orderId);
  }
}
