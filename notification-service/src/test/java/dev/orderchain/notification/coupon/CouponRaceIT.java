package dev.orderchain.notification.coupon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.orderchain.notification.Sample;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A use and a refund that meet: one of them wins, and both know which. */
@QuarkusTest
class CouponRaceIT extends OnCoupons {
  private static final int ROUNDS = 20;

  @Inject UseCoupon useCoupon;

  /** Both wait for the coupon's row, which a third one holds until they do. */
  @Test
  void theRowDecides() throws Exception {
    Set<String> ends = new HashSet<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int round = 0; round < ROUNDS; round++) {
        Sample confirmed = confirmation();
        receive(confirmed);
        String code = codes(confirmed).getFirst();
        Callable<UseCoupon.Use> use = () -> useCoupon.use("acme", code);
        Callable<Void> refund =
            () -> {
              receive(refundOf(confirmed));
              return null;
            };

        Future<UseCoupon.Use> used;
        try (Connection line = connect("notifications");
            PreparedStatement lock =
                line.prepareStatement("SELECT * FROM coupon WHERE code = ? FOR UPDATE")) {
          line.setAutoCommit(false);
          lock.setString(1, code);
          lock.executeQuery();
          if (round % 2 == 0) {
            used = threads.submit(use);
            await().until(() -> lockWaits() == 1);
            threads.submit(refund);
          } else {
            threads.submit(refund);
            await().until(() -> lockWaits() == 1);
            used = threads.submit(use);
          }
          await().until(() -> lockWaits() == 2);
          line.rollback();
        }
        await().until(() -> inboxRowsOfCoupons(refundOf(confirmed)) == 1);
        ends.add(assertAgreed(confirmed, used.get()));
      }
    }
    assertEquals(Set.of("USED", "REVOKED"), ends, "each should have won once");
  }

  private static String assertAgreed(Sample confirmed, UseCoupon.Use use) {
    String end = states(confirmed).getFirst();
    if (end.equals("USED")) {
      assertInstanceOf(UseCoupon.Use.Used.class, use);
      assertEquals(1, reviews(confirmed).size(), "used, refunded, and nobody is told");
    } else {
      assertEquals("REVOKED", end);
      assertEquals(new UseCoupon.Use.Revoked(), use);
      assertEquals(List.of(), reviews(confirmed));
    }
    return end;
  }

  private static long lockWaits() {
    return rows("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'", row -> row.getLong(2))
        .getFirst();
  }
}
