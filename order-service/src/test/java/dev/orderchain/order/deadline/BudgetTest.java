package dev.orderchain.order.deadline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** An attempt that cannot end in time is not begun. */
class BudgetTest {
  /** Such clocks may begin anywhere, and run over. */
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 1);

  private final Budget budget = Budget.of(ms(300), clock::get);

  @Test
  void afterHalfOfItAWaitAndAnAttemptTooLongAreRefused() {
    assertTrue(budget.fits(ms(80), ms(150)));
    spend(150);
    assertFalse(budget.fits(ms(80), ms(150)));
    assertTrue(budget.fits(ms(0), ms(150)));
    assertEquals(ms(150), budget.left());
  }

  @Test
  void exactlyWhatIsLeftFits() {
    spend(150);
    assertTrue(budget.fits(ms(50), ms(100)));
    assertFalse(budget.fits(ms(50), ms(100).plusNanos(1)));
  }

  @Test
  void nothingIsLeftWhenItIsOverspent() {
    spend(301);
    assertEquals(Duration.ZERO, budget.left());
    assertFalse(budget.fits(Duration.ZERO, Duration.ofNanos(1)));
  }

  private void spend(long ms) {
    clock.addAndGet(ms(ms).toNanos());
  }

  private static Duration ms(long ms) {
    return Duration.ofMillis(ms);
  }
}
